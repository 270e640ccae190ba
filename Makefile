# Everything runs in an environment of its own, .venv, made on first use with nothing but a Python of 3.11 or newer.
# Another Python: make test PYTHON=/path/to/python3.13

VENV ?= .venv
BIN := $(VENV)/bin
CANDIDATES := python3.14 python3.13 python3.12 python3.11 python3 python
FIND := for python in $(CANDIDATES); do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done
PYTHON ?= $(shell $(FIND))
QUIET := --quiet --disable-pip-version-check
# Versions 1 and 2 of the SDK go by one name: servers of tests that are on version 1 find it here, on their PYTHONPATH.
SDK1 := $(VENV)/sdk1
# an editable installation has no compiled modules, and where Python is told to write none each run would compile anew
COMPILE := $(BIN)/python -m compileall -q lint rules

.PHONY: help demo test check docs bench fuzz clean

help:  ## show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

demo: $(VENV)/installed  ## lint an example catalog
	$(BIN)/catalint check fixtures/catalogs/parcel-depot.json --exit-zero

test: $(VENV)/installed-test  ## run all tests
	$(BIN)/python -m pytest

check: $(VENV)/installed-check  ## lint, types, architecture, generated docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m catalint.docs --check

docs: $(VENV)/installed  ## write the generated parts of the docs
	$(BIN)/python -m catalint.docs --update

bench: $(VENV)/installed-test  ## run the benchmarks
	$(BIN)/python -m pytest tests/benchmarks --benchmark-only

fuzz: $(VENV)/installed-test  ## run on 10,000 mutated dumps
	$(BIN)/python tests/fuzz/fuzz.py --runs 10000 --jobs 2

clean:  ## remove the environment and what builds leave behind
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "catalint needs Python 3.11 or newer with its venv module (Debian: python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install $(QUIET) --upgrade pip

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install $(QUIET) --editable .
	@$(COMPILE)
	@touch $@

$(VENV)/installed-test: pyproject.toml $(SDK1)/installed | $(BIN)/python
	$(BIN)/python -m pip install $(QUIET) --editable . --group test
	@$(COMPILE)
	@touch $@

$(SDK1)/installed: | $(BIN)/python
	$(BIN)/python -m pip install $(QUIET) --upgrade --target $(SDK1) "mcp>=1.20,<2"
	@touch $@

$(VENV)/installed-check: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install $(QUIET) --editable . --group check
	@$(COMPILE)
	@touch $@
