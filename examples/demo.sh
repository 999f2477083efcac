#!/bin/sh
# What `make demo` shows: the bundled hands settled, one of them explained, and two hands ranked.
set -eu
here=$(dirname "$0")
command="${VENV:-.venv}/bin/pokereval"

# Each command is shown, with the short name it has in an active environment, and then run.
show() {
	printf '\n$ pokereval %s\n\n' "$*"
	"$command" "$@"
}

show settle "$here/splits.jsonl"
show settle "$here/tables.csv"
show explain "$here/splits.jsonl" --hand 1
show evaluate AsKsQsJsTs2c3d KsKdKc8h8s2c3d
show evaluate --omaha --low AhKh3s2s Jh4h3cQh5d

printf '\nTry it yourself: %s --help\n' "$command"
