from __future__ import annotations

from importlib.metadata import version as installed_version

project = "pokereval"
author = "pokereval contributors"
project_copyright = "2026, pokereval contributors"
version = release = installed_version("pokereval")

extensions = ["sphinx.ext.autodoc", "sphinx.ext.viewcode", "numpydoc"]
exclude_patterns = ["_build"]
default_role = "py:obj"
nitpicky = False

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the numpydoc sections say types, shapes and units in words
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

html_theme = "furo"
html_title = f"pokereval {release}"
html_theme_options = {"navigation_with_keys": True}
