# Needs Go and make. Other tools are fetched into .cache/, or an error names what to install.

SQLC_VERSION        := v1.31.1
TEMPL_VERSION       := $(shell sed -n 's|.*github.com/a-h/templ \(v[0-9.]*\).*|\1|p' go.mod)
STATICCHECK_VERSION := v0.8.2
GOVULNCHECK_VERSION := v1.8.0
REDOCLY_VERSION     := 2.77.0

CACHE := $(CURDIR)/.cache
TOOLS := $(CACHE)/tools
GO    := go

# The race detector needs a C compiler with its headers.
HASH := \#
RACE = $(shell [ "$$($(GO) env CGO_ENABLED)" = 1 ] && echo '$(HASH)include <stdlib.h>' | $$($(GO) env CC) -E - >/dev/null 2>&1 && echo -race)

# The version has no commit if git refuses to read the repository, as in another user's clone.
STAMP = $(shell git rev-parse HEAD >/dev/null 2>&1 || echo -buildvcs=false)

# grpcnotrace leaves out grpc's pages for debugging: templates would keep every method of every type in the programs. The programs
# of the Dockerfile and of .ci/dist have these flags too.
RELEASE_FLAGS := -trimpath -tags=grpcnotrace -ldflags='-s -w'

# Most tests wait for a server, so more of them than processors run at once.
PARALLEL = $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))

PACKAGES  ?= ./...
TESTFLAGS ?=
VERSIONS  ?= 15:redis-server 17:valkey-server 18:valkey-server
FUZZTIME  ?= 20s
SOAK_MINUTES ?= 30
ARGS      ?=

BENCH_AIRPORTS ?= 10
BENCH_SECONDS  ?= 1

.DEFAULT_GOAL := help
.PHONY: help run build test test-versions test-debian test-browser test-clients test-citus check tools generate dist relevance source-rules bench fuzz fuzz-each soak clean \
	check-format check-vet check-staticcheck check-sqlc check-templ check-tidy check-openapi check-programs check-vulnerabilities

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## run the demo: own servers, sample airports, a printed key; ARGS="--listen …"
	@exec bin/airport-demo $(ARGS)

build: ## build bin/airport-content, bin/airport-sync and bin/airport-demo
	CGO_ENABLED=0 $(GO) build $(STAMP) $(RELEASE_FLAGS) -o bin/ ./cmd/...

test: $(CACHE)/testrun ## run all tests; PACKAGES=./internal/api TESTFLAGS="-run Name"; TEST_BACKEND=auto|docker|local
	$(CACHE)/testrun $(GO) test -timeout 30m -parallel $(PARALLEL) $(RACE) $(TESTFLAGS) $(PACKAGES)

test-versions: $(CACHE)/testrun ## run all tests on each of VERSIONS, PostgreSQL with Redis or Valkey, about 5 minutes each
	@for version in $(VERSIONS); do \
		TEST_BACKEND=local TEST_POSTGRES_MAJOR=$${version%:*} TEST_REDIS_PROGRAM=$${version#*:} \
			$(CACHE)/testrun $(GO) test -timeout 30m -parallel $(PARALLEL) -count=1 $(TESTFLAGS) $(PACKAGES) || exit 1; \
	done

test-debian: $(CACHE)/testrun ## run the tests that need Debian's pgbouncer, nginx, wordpress, mariadb, prometheus and systemd
	TEST_BACKEND=local $(CACHE)/testrun $(GO) test -timeout 30m -tags debian -run "^($$(sed -n 's/^func \(Test[A-Za-z0-9]*\).*/\1/p' $$(grep -l '^//go:build debian' internal/e2e/*_test.go) | paste -sd '|'))$$" $(TESTFLAGS) ./internal/e2e

# Only what asks a distributed database otherwise than a plain one: every statement is planned (EveryStatement), those of the
# interface answer as they should, imports merge, and programs distribute, import, pull and are killed meanwhile. Faults, limits,
# keys and waits are those of every database.
CITUS_TESTS := OneShard|EveryStatement|Node|Filter|Facets|ItemsByID|Searches|MissingWords|TestList$$|TestItem$$|TestIDs|TestFields|TestSearch|TestSuggestions|TestPreferLanguage$$|TestTranslat|TestOpenAt$$|TestChanges$$|TestCursors|TestFeed$$|TestAirports|TestOffline|TestGrants|TestRun$$|TestPull$$|TestHide$$|TestReindex|TestRemoveSource|TestDates|TestReadTexts|TestWrongFiles|TestDistribute|TestInterruptedMerge|TestKilledMerge|TestTwoImports|TestDuringCommit|TestVectorsOf|TestLeastPrivilege

test-citus: $(CACHE)/testrun ## run the tests of statements, imports and programs in distributed databases; TEST_CITUS_URL, TEST_CITUS_IMAGE or an installed Citus
	TEST_BACKEND=citus $(CACHE)/testrun $(GO) test -timeout 30m -tags citus -parallel $(PARALLEL) -run '$(CITUS_TESTS)' $(TESTFLAGS) \
		./internal/e2e ./internal/api ./internal/importer ./internal/schema ./internal/store ./internal/admin

test-browser: $(CACHE)/testrun ## test the docs page, and pages that scripts draw, in Debian's chromium
	$(CACHE)/testrun $(GO) test -timeout 30m -tags browser $(TESTFLAGS) -run Browser ./internal/e2e ./internal/source/render

test-clients: $(CACHE)/testrun ## have clients made from the OpenAPI document call every endpoint, in TypeScript, Python and Go, by orval, Postman and Bruno; leaves out what npm or Python lacks
	$(CACHE)/testrun $(GO) test -timeout 10m -count=1 -tags clients $(TESTFLAGS) -v -run TestClients ./internal/e2e

check: check-format check-vet check-staticcheck check-sqlc check-templ check-tidy check-openapi check-programs check-vulnerabilities ## run all checks below
	@echo 'check: all good'

check-format: ## check that gofmt changes nothing
	@unformatted=$$(gofmt -l cmd internal migrations) && \
	if [ -n "$$unformatted" ]; then echo "not formatted (gofmt -w):"; echo "$$unformatted"; exit 1; fi

check-vet: ## run go vet
	$(GO) vet -tags debian,browser,clients,soak,citus ./...

check-staticcheck: $(TOOLS)/staticcheck@$(STATICCHECK_VERSION)/staticcheck ## run staticcheck
	$< -tags debian,browser,clients,soak,citus ./...

check-sqlc: $(TOOLS)/sqlc@$(SQLC_VERSION)/sqlc ## check that the generated queries are up to date
	$< diff

check-templ: $(TOOLS)/templ@$(TEMPL_VERSION)/templ ## check that the generated pages are up to date
	$< generate -path internal -check -log-level warn

check-programs: build ## check that the programs of production carry no modules of tests, and that airport-content has at most 40 MB
	@! $(GO) version -m bin/airport-content bin/airport-sync | grep -E 'docker|chromedp|toxiproxy|miniredis|gopher-lua|embedded-postgres'
	@size=$$(wc -c <bin/airport-content) && [ $$size -le 40000000 ] || \
		{ echo "airport-content has $$size bytes, more than 40 MB; docs/design.md says why (Small programs)"; exit 1; }

check-tidy: ## check that go.mod lists what is imported
	$(GO) mod tidy -diff

check-openapi: ## check the OpenAPI document with Redocly's strict rules, if there is Node 20.19 or newer
	@if command -v npx >/dev/null && node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || +a == 20 && +b >= 19 ? 0 : 1)'; then \
		REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
			npx --yes @redocly/cli@$(REDOCLY_VERSION) lint --extends=recommended-strict internal/apidocs/openapi.yaml; \
	else \
		echo 'check-openapi: LEFT OUT: npm with Node 20.19 or newer is missing'; \
	fi

check-vulnerabilities: $(TOOLS)/govulncheck@$(GOVULNCHECK_VERSION)/govulncheck ## run govulncheck; ALLOW_UNCHECKED_VULNERABILITIES=yes where its database cannot be reached
	.ci/check-vulnerabilities $<

tools: $(TOOLS)/staticcheck@$(STATICCHECK_VERSION)/staticcheck $(TOOLS)/sqlc@$(SQLC_VERSION)/sqlc $(TOOLS)/templ@$(TEMPL_VERSION)/templ $(TOOLS)/govulncheck@$(GOVULNCHECK_VERSION)/govulncheck ## install what the checks need into .cache/tools

generate: $(TOOLS)/sqlc@$(SQLC_VERSION)/sqlc $(TOOLS)/templ@$(TEMPL_VERSION)/templ ## generate Go code from sql/, migrations/ and *.templ
	$(TOOLS)/sqlc@$(SQLC_VERSION)/sqlc generate
	$(TOOLS)/templ@$(TEMPL_VERSION)/templ generate -path internal -log-level warn

dist: ## make a release in dist/: archives, bills of materials, checksums; SYSTEMS=linux/amd64 for only one system, VERSION=1.0.0 before there is a tag
	SYSTEMS="$(SYSTEMS)" VERSION="$(VERSION)" .ci/dist

relevance: $(CACHE)/testrun ## measure how well the search finds what people judged relevant; DIR=… measures a collection, RULES=1 each rule, see docs/search.md
	RELEVANCE_DIR="$(or $(abspath $(DIR)),own)" RELEVANCE_COLLECTIONS="$(abspath $(DIR))" RELEVANCE_JUDGED=$(abspath $(JUDGED)) RELEVANCE_SFO=$(abspath $(SFO)) \
		RELEVANCE_CASES=$(abspath $(CASES)) RELEVANCE_RULE="$(RULE)" $(CACHE)/testrun $(GO) test -count=1 -v -timeout 0 \
		$(if $(RULES),-tags rules -run TestRules,-run '$(if $(DIR),,TestRelevance|)TestCollection') ./internal/relevance

source-rules: ## measure what each rule about websites is worth; SITES="DIR…" has judged websites, CASES=DIR small ones, RULE a part of a rule's name
	SOURCE_SITES="$(abspath $(SITES))" SOURCE_CASES=$(abspath $(CASES)) SOURCE_RULE="$(RULE)" \
		$(GO) test -count=1 -v -timeout 0 -tags rules -run TestRules ./internal/source/crawl

bench: build ## compare the service with plain SQL, about 3 minutes; needs wrk and pgbench; BENCH_AIRPORTS=200 ARGS="--only list --json"; TEST_CITUS_URL: distributed
	@for program in wrk pgbench; do command -v $$program >/dev/null || { echo "bench: $$program is missing; on Debian: apt-get install wrk postgresql"; exit 1; }; done
	@$(GO) run ./internal/tools/bench --airports $(BENCH_AIRPORTS) --seconds $(BENCH_SECONDS) $(ARGS)

fuzz: $(CACHE)/testrun ## run each fuzz target for FUZZTIME, such as 20s, or 200x for a number of inputs
	@TEST_BACKEND=local $(CACHE)/testrun $(MAKE) --no-print-directory fuzz-each

# Go fuzzes one target at a time, and links it on one processor. One target for each processor keeps all busy.
fuzz-each:
	@grep -ro --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' cmd internal | sed 's|^\(.*\)/[^/]*:func \(.*\)|\2 ./\1|' | \
		xargs -n 2 -P "$$(getconf _NPROCESSORS_ONLN)" sh -c \
		'$(GO) test -parallel 1 -vet=off -run "^$$" -fuzz "^$$0\$$" -fuzztime $(FUZZTIME) "$$1" || exit 255'

soak: $(CACHE)/testrun ## have partners, imports and restarts for SOAK_MINUTES, and compare copies and the server's needs
	SOAK_MINUTES=$(SOAK_MINUTES) TEST_BACKEND=local $(CACHE)/testrun $(GO) test -count=1 -tags soak -timeout 0 -v -run TestSoak ./internal/e2e

clean: ## remove bin/, dist/ and .cache/
	rm -rf bin dist .cache

# Starts the test servers once for all packages.
.PHONY: $(CACHE)/testrun
$(CACHE)/testrun:
	@$(GO) build -buildvcs=false -o $@ ./internal/testenv/run

$(TOOLS)/staticcheck@$(STATICCHECK_VERSION)/staticcheck:
	GOBIN=$(@D) $(GO) install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION)

$(TOOLS)/templ@$(TEMPL_VERSION)/templ:
	GOBIN=$(@D) $(GO) install github.com/a-h/templ/cmd/templ@$(TEMPL_VERSION)

$(TOOLS)/govulncheck@$(GOVULNCHECK_VERSION)/govulncheck:
	GOBIN=$(@D) $(GO) install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)

# sqlc takes minutes to build, so an installed one of the right version will do.
$(TOOLS)/sqlc@$(SQLC_VERSION)/sqlc:
	@mkdir -p $(@D)
	@if [ "$$(sqlc version 2>/dev/null)" = $(SQLC_VERSION) ]; then \
		ln -sf "$$(command -v sqlc)" $@; \
	else \
		echo 'building sqlc $(SQLC_VERSION): a few minutes, once'; \
		GOBIN=$(@D) $(GO) install github.com/sqlc-dev/sqlc/cmd/sqlc@$(SQLC_VERSION); \
	fi
