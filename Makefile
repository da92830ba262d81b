# Everything starts from `make play` or `make test`; both set up .venv first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.stamp
NODE   := $(BIN)/node
TOOLS  := node_modules/.stamp
JOBS   ?= 2

# Many processes are started here; each would compile every module and rewrite every test again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup play test check docs compiled test-compiled bench bench-compiled prove soak lint lint-js test-js browser postgres clean

help:
	@echo "make setup     virtual environment in $(VENV)"
	@echo "make play      serve the page and play"
	@echo "make check     lint, types and quick tests: an answer in a minute or so"
	@echo "make test      lint, types and every test"
	@echo "make docs      the documentation as a site in build/site"
	@echo "make compiled  kernel, geometry and systems compiled into build/compiled"
	@echo "make bench     decisions per second and clone time"
	@echo "make prove     break the code of every clause and see that a test naming it fails; goes on where it was stopped"
	@echo "make soak      many random games with all invariants on, killed servers, searched sockets"
	@echo "also: test-compiled bench-compiled lint lint-js test-js browser postgres clean"

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Bocage needs Python 3.11 or newer; set PYTHON=…"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -e '.[dev]' -c constraints.txt
	touch $@

play: setup
	$(BIN)/bocage serve

# Every stage runs even if one before it fails; a summary comes last.
test: setup browser postgres $(TOOLS)
	@JOBS=$(JOBS) $(BIN)/python tools/stages.py test

check: setup
	@JOBS=$(JOBS) $(BIN)/python tools/stages.py check

lint: setup $(TOOLS)
	@$(BIN)/python tools/stages.py lint

# The page's modules are served as they are; node only checks and tests them.
$(TOOLS): package.json | $(STAMP)
	$(BIN)/npm install --no-package-lock --no-audit --no-fund --ignore-scripts --silent
	touch $@

lint-js: $(TOOLS)
	$(NODE) node_modules/.bin/biome ci --error-on-warnings
	$(NODE) node_modules/.bin/tsc

test-js: setup
	$(NODE) --test --test-reporter=dot 'tests/web/*.test.mjs'

compiled: setup
	$(BIN)/python tools/compile.py

test-compiled: compiled
	PYTHONPATH=build/compiled $(BIN)/pytest -n $(JOBS) --ignore=tests/browser

docs: setup
	$(BIN)/python -m mkdocs build --strict
	@echo "open build/site/index.html"

bench: setup
	$(BIN)/bocage bench

bench-compiled: compiled
	PYTHONPATH=build/compiled $(BIN)/bocage bench

# PROVE='--system lnlt --minutes 30', for one
prove: setup
	$(BIN)/python -m tools.prove $(PROVE)

soak: setup browser postgres
	$(BIN)/bocage fuzz --games 300
	$(BIN)/bocage fuzz --system lnlt --games 4600 --usage
	$(BIN)/bocage fuzz --system lnlt --scenario random --games 200 --seed 101 --usage
	$(BIN)/bocage fuzz --system normandie --games 208 --usage
	$(BIN)/bocage fuzz --system normandie --scenario free --games 100 --seed 1000 --usage
	BOCAGE_MOVES=20000 $(BIN)/pytest -q tests/systems/disposable/test_moves_hold.py
	$(BIN)/bocage clicks --clicks 10000
	BOCAGE_KILLS=50 BOCAGE_TRAFFIC_GAMES=100 $(BIN)/pytest -n $(JOBS) tests/browser/test_crash.py tests/server/test_traffic.py
	BOCAGE_SERVER_KILLS=200 $(BIN)/pytest tests/server/test_kills.py
	BOCAGE_ODDS=1000 $(BIN)/pytest -n $(JOBS) tests/bots/test_thousand_odds.py
	BOCAGE_LARGE=50 $(BIN)/pytest tests/systems/lnlt/test_large.py

browser:
	@command -v chromium-headless-shell >/dev/null && exit 0; \
	command -v chromium >/dev/null && exit 0; \
	if ! command -v apt-get >/dev/null; then echo "The browser tests need Chromium: please install it as 'chromium'."; exit 1; fi; \
	if [ "$$(id -u)" = 0 ]; then sudo=; \
	elif command -v sudo >/dev/null; then sudo=sudo; \
	else echo "The browser tests need Chromium: run 'apt-get install chromium' as root."; exit 1; fi; \
	$$sudo apt-get update; \
	$$sudo apt-get install -y chromium chromium-headless-shell || $$sudo apt-get install -y chromium

# The server's tests run on both stores; they start a PostgreSQL of their own on loopback.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0; \
	command -v initdb >/dev/null && exit 0; \
	if ! command -v apt-get >/dev/null; then echo "No PostgreSQL: the tests of that store will be skipped."; exit 0; fi; \
	if [ "$$(id -u)" = 0 ]; then sudo=; \
	elif command -v sudo >/dev/null; then sudo=sudo; \
	else echo "No PostgreSQL (apt-get install postgresql): the tests of that store will be skipped."; exit 0; fi; \
	$$sudo apt-get update; \
	$$sudo apt-get install -y --no-install-recommends postgresql

clean:
	rm -rf build .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
