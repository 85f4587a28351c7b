# SPDX-License-Identifier: GPL-2.0-only
#
# The two runs of the bench that everybody can repeat; included by selftests.mk.

BENCH_RUN := selftests/bench/run
BENCH_REPORT := selftests/bench/report
SCENARIOS := $(sort $(wildcard selftests/bench/scenarios/*.conf))
BENCH_ARMS ?= best-path,default,slowlane
# Two of the cells in which default stalls.
BENCH_TRACES := --trace rfc-sndbuf --trace 'gh-381?bytes=1000000?path2_delay_ms=0.5'

# What the paths of the published comparison carry together is measured, not reckoned; and
# some cells have each part of the policy alone.
BENCH_PARTS := slowlane:admission=off:penalty=off,slowlane:admission=off,slowlane:penalty=off
BENCH_ARMS_FOR := --arms-for tbl-het worst-path --arms-for tbl-sym worst-path
BENCH_ARMS_FOR += $(foreach cell,rfc-sndbuf rfc-both sim-3 'nsdi-bloat*=262144' \
	'gh-381?bytes=1000000?path2_delay_ms=0.5',--arms-for $(cell) $(BENCH_PARTS))

# All cells, 10 seeds; fewer where one seed is long (tbl-*: 120 s of 60 Mbit/s), where it
# is one of many alike (grid), and for the further congestion controls.
BENCH_SEEDS := --seeds 10 --seeds '*cc=*=3' --seeds 'tbl-*=1' --seeds 'tbl-het=2' \
	--seeds 'tbl-*-blocks=3' --seeds 'gh-273=3' --seeds 'gh-452=3' --seeds 'gh-581=1' \
	--seeds 'pg-cap=2' --seeds 'grid*=3' --seeds 'grid*bytes=16000000=1'

# The headline cells: one of each kind, one way, cubic.
BENCH_QUICK := cell=cost-8|sim-1|sim-3|rfc-sndbuf|rfc-auto|rfc-rwnd?rcvbuf_bytes=131072
BENCH_QUICK := $(BENCH_QUICK)|gh-315|gh-381?bytes=1000000*|nsdi-bloat|nsdi-bloat*=65536
BENCH_QUICK := $(BENCH_QUICK)|grid*_pct=0?sndbuf_bytes=65536?bytes=1000000
BENCH_QUICK := $(BENCH_QUICK)|grid*_pct=0?bytes=1000000

# A failed transfer (1) is in the report; anything else ends it.
define bench-run
	$(Q)rc=0; $(BENCH_RUN) --arms $(BENCH_ARMS) $(BENCH_ARMS_FOR) $(BENCH_TRACES) $(2) --out $(BUILD)/bench/$(1) \
		$(SCENARIOS) || rc=$$?; \
	[ $$rc -le 1 ] || exit $$rc; \
	$(BENCH_REPORT) --results $(BUILD)/bench/$(1) --out bench-report $(3) && exit $$rc
endef

.PHONY: bench bench-quick
bench: ## all cells with all arms, 10 seeds, and the report (root; 95 min on 2 cores)
	$(Q)$(MAKE) lab
	$(call bench-run,full,$(BENCH_SEEDS),--results-md docs/RESULTS.md)

bench-quick: ## the headline cells, 3 seeds, and the report (root; 5 min on 2 cores)
	$(Q)$(MAKE) lab
	$(call bench-run,quick,--seeds 3 --filter direction=up --filter cc=cubic --filter '$(BENCH_QUICK)',)
