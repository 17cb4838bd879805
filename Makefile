# make run and make test set up a fresh checkout themselves; see .ci/setup.
# Paths are relative and targets are no files: a checkout may lie in a folder of any name.

PYTHON ?=
ARGS ?=
VENV := .venv/bin
SETUP := PYTHON="$(PYTHON)" sh .ci/setup
OFFSCREEN := QT_QPA_PLATFORM=offscreen

.DEFAULT_GOAL := help
.PHONY: help run test lint bench pictures lock clean

help:
	@echo 'make run     start posviz; ARGS="..." are passed to it'
	@echo 'make test    run the tests; ARGS="..." are passed to pytest'
	@echo 'make lint    ruff, mypy and the import contracts'
	@echo 'make bench   run the benchmarks'
	@echo 'make pictures  make the pictures of the README again'
	@echo 'make lock    write the lock files; ARGS=--upgrade for the newest versions'
	@echo 'make clean   delete all that these made, .venv included'

run:
	@$(SETUP) run
	@$(VENV)/python -m posviz $(ARGS)

test:
	@$(SETUP) test
	@$(OFFSCREEN) $(VENV)/python -m pytest -n auto $(ARGS)

lint:
	@$(SETUP) lint
	@$(VENV)/python -m ruff check
	@$(VENV)/python -m ruff format --check
	@$(VENV)/python -m mypy
	@$(VENV)/lint-imports --no-logo

# Old workarounds for other OpenBLAS builds would slow the numpy that is measured.
bench:
	@$(SETUP) test
	@unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE; \
	for file in tests/benchmarks/bench_*.py; do \
	    [ -e "$$file" ] || { echo 'no benchmarks in tests/benchmarks'; exit 1; }; \
	    $(OFFSCREEN) $(VENV)/python -m "tests.benchmarks.$$(basename "$$file" .py)" $(ARGS) || exit 1; \
	done

pictures:
	@$(SETUP) run
	@$(VENV)/python -m posviz tour -o build/dark --theme dark --size 1366x768
	@$(VENV)/python -m posviz tour -o build/light --theme light --size 1366x768
	@mkdir -p resources/pictures
	@cp build/dark/*-token-to-vector-03.png resources/pictures/token-to-vector-dark.png
	@cp build/light/*-positional-table-01.png resources/pictures/positional-table-light.png
	@cp build/dark/*-add-position-01.png resources/pictures/add-position-dark.png

# setuptools installs the project itself into .venv.
LOCK = build/lock/bin/uv pip compile --quiet --universal --fork-strategy fewest \
	--python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock' pyproject.toml - $(ARGS)
lock:
	@$(SETUP) lint
	@$(VENV)/python -m venv build/lock
	@build/lock/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.5,<1'
	@echo 'setuptools>=77' | $(LOCK) -o requirements.lock
	@echo 'setuptools>=77' | $(LOCK) --extra dev -c requirements.lock -o requirements-dev.lock
	@echo 'setuptools>=77' | $(LOCK) --extra packaging -c requirements.lock -o requirements-packaging.lock

clean:
	rm -rf .venv build dist posviz.egg-info .mypy_cache .ruff_cache .pytest_cache \
	    .import_linter_cache .hypothesis
	find posviz tests -name __pycache__ -prune -exec rm -rf {} +
