# SPDX-License-Identifier: GPL-2.0-only
#
# The lab, demo and test targets; included by the top-level Makefile.

LAB := build/lab
LABDIR := selftests/lab
ARCHIVES := $(LAB)/build.stamp $(LAB)/guest.cpio $(LAB)/src.stamp
HOST_PACKAGES := $(LABDIR)/host.packages

.PHONY: lab lab-clean setup demo test

setup: $(LAB)/setup.stamp

$(LAB)/setup.stamp: $(HOST_PACKAGES) $(LABDIR)/setup
	$(Q)$(LABDIR)/setup
	$(Q)mkdir -p $(LAB) && touch $@

lab: ## a Debian 13 guest with kernel KERNEL, and everything built for it (root)
	$(Q)$(MAKE) -s setup
	$(Q)$(MAKE) -s -j2 $(ARCHIVES)
	$(Q)$(MAKE) -s $(LAB)/kernel/$(KERNEL)/stamp
	$(Q)$(MAKE) -s lab-out

lab-clean: ## remove the lab's roots and kernels too
	rm -rf $(LAB)

$(LAB)/%.stamp: $(LABDIR)/mkroot $(LABDIR)/dpkgdb $(LABDIR)/%.packages $(LABDIR)/lib.sh
	$(Q)$(LABDIR)/mkroot $*
	$(Q)rm -rf $(LAB)/kernel && touch $@

$(LAB)/guest.stamp: $(LABDIR)/mkroot $(LABDIR)/dpkgdb $(LABDIR)/guest.packages $(LABDIR)/lib.sh
	$(Q)$(LABDIR)/mkroot guest
	$(Q)touch $@

$(LAB)/guest.cpio: $(LAB)/guest.stamp $(LABDIR)/mkguest $(LABDIR)/init
	$(Q)$(LABDIR)/mkguest

$(LAB)/src.stamp: $(LABDIR)/mksrc $(LABDIR)/lib.sh
	$(Q)$(LABDIR)/mksrc
	$(Q)touch $@

# Headers go into the build root: a new root needs the kernels anew.
$(LAB)/kernel/%/stamp: $(LABDIR)/mkkernel $(LABDIR)/lib.sh | $(LAB)/build.stamp
	$(Q)$(LABDIR)/mkkernel $*
	$(Q)touch $@

# --- what runs in the guest, built in the build root --------------------------
OUT := $(LAB)/out
IN_ROOT := $(LABDIR)/chroot make -s BUILD=$(OUT)

.PHONY: lab-out guest-bins
lab-out:
	$(Q)rel=$$(cat $(LAB)/kernel/$(KERNEL)/release) && \
	if [ -e $(LAB)/kernel/$(KERNEL)/module ]; then \
		$(IN_ROOT) -j2 all kmod kmod-refused guest-bins KREL=$$rel KDIR=/usr/src/linux-headers-$$rel; \
	else \
		$(IN_ROOT) -j2 all guest-bins; \
	fi

# Upstream's own MPTCP selftests, unmodified, from the kernel's source package.
KST_SRC := $(LAB)/src/tools/testing/selftests/net/mptcp
KST_BIN := $(patsubst $(KST_SRC)/%.c,$(BUILD)/kselftest/net/mptcp/%,$(wildcard $(KST_SRC)/*.c))

$(BUILD)/kselftest/net/mptcp/%: $(KST_SRC)/%.c
	$(say) KST $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -O2 -I$(LAB)/src/tools/testing/selftests -I$(LAB)/src/tools/include $< -o $@

guest-bins: $(KST_BIN)

include selftests/bench/bench.mk
include selftests/bench/schedulers.mk
include selftests/functional/functional.mk
include selftests/unit/unit.mk
include selftests/fuzz/fuzz.mk
include selftests/bench/runs.mk

demo: ## the lab, and two-path transfers with default and slowlane side by side (root)
	$(Q)$(MAKE) lab
	$(Q)selftests/demo

test: ## all tests, in the lab and natively (root); JOB=name for one, see selftests/run
	$(Q)$(MAKE) lab KERNEL=7.2
	$(Q)$(MAKE) lab
	$(Q)selftests/run $(JOB)
