# Needs python3 (3.11 or newer) with pip, and make; everything else goes into .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# One worker more than cores: some tests only wait, for a browser or for a service.
WORKERS := $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
PYTEST := $(BIN)/pytest -n $(WORKERS) --no-header

.DEFAULT_GOAL := help
.PHONY: help env demo serve test test-more check docs page page-check site site-check bench-site scores oracle fuzz fuzz-parser fuzz-guided fuzz-programs mutants kills bench clean

help:    ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 14

env: .venv/test.installed   ## make .venv with matgrad and what its tests need

demo: .venv/base.installed   ## answer two questions, with their derivations
	$(BIN)/matgrad gradient "A*square(B*V*relu(W*z))" --shape A=1,l --shape B=l,m \
	    --shape V=m,k --shape W=k,d --shape z=d --wrt V,W
	$(BIN)/matgrad gradient "norm2(sin(W2*cos(W1*x)))^2" --wrt x

serve: .venv/page.installed   ## serve the page on this machine, at PORT
	$(BIN)/matgrad serve --port $(PORT)

test: docs   ## run the tests, the examples of the README and of the docs among them
	$(PYTEST)

# Tests in which other packages are named; the rest of them runs without any.
NEEDING := jax|torch|sklearn|sympy|array_api|octave
test-more: env .venv/more.installed   ## install JAX, PyTorch, scikit-learn, SymPy; run the tests that need them
	$(PYTEST) $(shell grep -rlE '$(NEEDING)' tests --include='test_*.py')

check: env .venv/lint.installed   ## format, lint, types, layers, tests: all that a change must pass
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache --no-logo
	$(PYTEST)

N ?= 2000
PORT ?= 8000
SEED ?= 1
RUNS ?= 100000
docs: env   ## write docs/operators.md from the declarations of the operators
	$(BIN)/python -c "from matgrad.render.reference import operator_reference as page; \
	    open('docs/operators.md', 'w', encoding='utf-8').write(page())"

page:   ## build the page of `matgrad serve` from web/; only this needs node
	cd web && npm ci --silent && npx tsc --noEmit && node build.mjs

page-check:   ## see that the page that is shipped is what web/ gives
	cd web && npm ci --silent && npx tsc --noEmit && node build.mjs ../build/page
	diff -r build/page src/matgrad/page/static

site: env .venv/docs.installed   ## build the page that needs no service, the cookbook and the manual
	cd web && npm ci --silent && npx tsc --noEmit
	$(BIN)/python web/site.py build/site
	$(BIN)/python web/cookbook.py build/site/cookbook
	$(BIN)/sphinx-build -q -W -b html docs build/site/docs

site-check: site   ## use that page in a browser, also without a network
	MATGRAD_SITE=build/site $(BIN)/pytest -n 2 --no-header tests/page

bench-site: site   ## measure that page: its size, the first answer and later ones
	$(BIN)/python -m bench.site build/site

scores: env   ## answer all recorded cases and judge the answers
	$(BIN)/python -m bench.scores

oracle: env   ## hold what is read in all recorded texts against what an earlier program read
	$(BIN)/python -m oracle

fuzz: env   ## put N random problems of seed SEED through everything; resumes what was begun
	$(BIN)/python -m campaign --cases $(N) --seed $(SEED)

fuzz-parser: env   ## RUNS spoilt formulas through the parsers of text and LaTeX; resumes what was begun
	$(BIN)/python -m campaign.parser --runs $(RUNS) --seed $(SEED)

fuzz-guided: env .venv/fuzz.installed   ## the same with inputs made by a fuzzer that sees which lines run
	$(BIN)/python -m campaign.guided -runs=$(RUNS) -max_len=300

fuzz-programs: env   ## paste backward passes, right and spoilt, and hold the verdicts against finite differences
	$(BIN)/python -m campaign.backward

mutants: env   ## break the program in hundreds of ways and see that the campaign notices
	$(BIN)/python -m campaign.mutants

kills: env   ## kill 200 workers and 100 services at random moments; no answer, no link may be lost
	$(BIN)/python -m campaign.kills

bench: env .venv/bench.installed .venv/perf.installed   ## measure speed, and compare with other tools
	$(ONE_THREAD) $(BIN)/python -m bench

ONE_THREAD := NPROC=1 PJRT_NPROC=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 \
    XLA_FLAGS="--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

bench-web: env   ## measure the service under load, with bombs among the requests
	$(BIN)/python -m bench.web

bench-limits: env   ## see that no input of up to 4 kB takes more than 2 s or 512 MB
	$(BIN)/python -m bench.longest

bench-perf: env .venv/perf.installed   ## measure generated code beside jax.jit, on one core
	$(ONE_THREAD) $(BIN)/python -m bench.perf
	$(ONE_THREAD) $(BIN)/python -m bench.perf f32 quick
	$(ONE_THREAD) $(BIN)/python -m bench.perf_families

bench-record: env .venv/perf.installed   ## the same, and write the tables in docs/performance-method.md anew
	$(BIN)/python -m bench.perf_record

bench-gpu:   ## measure generated code beside jax.jit on the GPU that PYTHON's JAX finds
	PYTHONPATH=src $(PYTHON) -m bench.gpu --out build/bench-gpu.json

clean:   ## remove .venv and everything that was built
	rm -rf .venv build dist .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/base.installed: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install -c constraints.txt -e .
	@touch $@

.venv/%.installed: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) install -c constraints.txt -e ".[$*]"
	@touch $@
