# SPDX-License-Identifier: GPL-2.0-only
#
# The bench's own schedulers, arms such as obj:rr.bpf.o; included by selftests.mk.

SCHED := selftests/bench/schedulers
SCHED_OBJS := $(patsubst $(SCHED)/%.c,$(BUILD)/bin/schedulers/%.o,$(wildcard $(SCHED)/*.bpf.c))

$(BUILD)/bin/schedulers/%.bpf.o: $(SCHED)/%.bpf.c $(SCHED)/sched.h $(BPF_HDRS) $(LIBBPF_DEP)
	$(say) BPF $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(BPF_CFLAGS) -Ibpf -c $< -o $@

guest-bins: $(SCHED_OBJS)

# Upstream's simult_flows.sh as it wants to be found, for simult_guest.
SIMULT := $(BUILD)/bin/kselftest/net
SIMULT_FILES := lib.sh lib/sh/defer.sh mptcp/mptcp_lib.sh mptcp/simult_flows.sh
SIMULT_BINS := $(addprefix $(BUILD)/kselftest/net/mptcp/,mptcp_connect pm_nl_ctl)

$(SIMULT)/stamp: $(addprefix $(KST_SRC)/../,$(SIMULT_FILES)) $(SIMULT_BINS)
	$(say) KST $(@D)
	$(Q)mkdir -p $(@D)
	$(Q)cd $(KST_SRC)/.. && cp --parents $(SIMULT_FILES) $(abspath $(@D))
	$(Q)cp $(SIMULT_BINS) $(@D)/mptcp
	$(Q)touch $@

guest-bins: $(SIMULT)/stamp
