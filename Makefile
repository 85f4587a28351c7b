# SPDX-License-Identifier: GPL-2.0-only
#
# slowlane: build, install, lab, demo, tests.  `make help` lists it all.

VERSION := 0.1.0

BUILD	?= build
prefix	?= /usr/local
sbindir	?= $(prefix)/sbin
DESTDIR	?=
KERNEL	?= 7.3
V	?= 0

CC	?= cc
CLANG	?= clang
BPFTOOL	?= bpftool
CFLAGS	?= -O2 -g
PKG_CONFIG ?= pkg-config

ifeq ($(V),1)
  Q =
  say = @true
else
  Q = @
  say = @printf '  %-8s %s\n'
endif

MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all kmod install uninstall clean help

all: $(BUILD)/bin/slowlane ## build the loader with the scheduler inside (default)

# --- libbpf -----------------------------------------------------------------
# A struct_ops that lives in a module needs libbpf 1.7 or newer (1.5 says "not found
# in kernel BTF"), linked statically: Debian 13 has 1.5.  So: the system's if it is
# new enough, else tools/lib/bpf of a kernel source (LIBBPF_SRC, or the newest
# Debian linux-source package that is installed).
LIBBPF_MIN := 1.7
LIBBPF_TAR := $(lastword $(sort $(wildcard /usr/src/linux-source-[7-9]*.tar.xz)))
ifeq ($(LIBBPF_SRC)$(shell $(PKG_CONFIG) --atleast-version=$(LIBBPF_MIN) libbpf 2>/dev/null && echo system),system)
  LIBBPF_DEP :=
  LIBBPF_INC :=
  LIBBPF_A := -l:libbpf.a
else
  LIBBPF_A := $(BUILD)/libbpf/libbpf.a
  LIBBPF_DEP := $(LIBBPF_A)
  LIBBPF_INC := -I$(BUILD)/libbpf/include
endif

$(BUILD)/libbpf/libbpf.a: | $(BUILD)
	$(Q)mkdir -p $(@D)
ifneq ($(LIBBPF_SRC),)
	$(say) LIBBPF $@
	$(Q)$(MAKE) -s -C $(LIBBPF_SRC) OUTPUT=$(abspath $(BUILD))/libbpf/ \
		DESTDIR=$(abspath $(BUILD))/libbpf prefix= \
		$(abspath $(BUILD))/libbpf/libbpf.a install_headers >$(BUILD)/libbpf.log 2>&1 || \
		{ cat $(BUILD)/libbpf.log; exit 1; }
else ifneq ($(LIBBPF_TAR),)
	$(say) UNPACK $(LIBBPF_TAR)
	$(Q)mkdir -p $(BUILD)/linux
	$(Q)tar -xf $(LIBBPF_TAR) -C $(BUILD)/linux --strip-components=1 --wildcards \
		'*/tools/lib' '*/tools/include' '*/tools/scripts' '*/tools/build' '*/scripts/bpf_doc.py' \
		'*/tools/arch' '*/arch/*/include/uapi' '*/include/uapi'
	$(Q)$(MAKE) LIBBPF_SRC=$(BUILD)/linux/tools/lib/bpf $@
else
	@echo "libbpf >= $(LIBBPF_MIN) not found. Next step, one of:" >&2
	@echo "  apt-get install libbpf-dev              (Debian 14 and newer)" >&2
	@echo "  apt-get install linux-source-7.3 python3 (Debian 13, from trixie-backports)" >&2
	@echo "  make LIBBPF_SRC=DIR                     (tools/lib/bpf of a kernel tree)" >&2
	@exit 1
endif

# --- BPF --------------------------------------------------------------------
BPF_SRCS := $(filter-out bpf/arrivals.bpf.c,$(wildcard bpf/*.bpf.c))
BPF_OBJS := $(BPF_SRCS:bpf/%.c=$(BUILD)/%.o)
BPF_HDRS := $(wildcard bpf/*.h) vmlinux.h
BPF_ARCH := $(shell uname -m | sed 's/x86_64/x86/;s/aarch64/arm64/')
BPF_CFLAGS := -target bpf -D__TARGET_ARCH_$(BPF_ARCH) -mcpu=v3 -O2 -g -ffile-prefix-map=$(CURDIR)=. -Wall -Wextra -Werror \
	      -Wno-unused-parameter -I. $(LIBBPF_INC)

$(BUILD):
	$(Q)mkdir -p $@/bin

$(BUILD)/%.bpf.o: bpf/%.bpf.c $(BPF_HDRS) $(LIBBPF_DEP) | $(BUILD)
	$(say) BPF $@
	$(Q)$(CLANG) $(BPF_CFLAGS) -c $< -o $@

# Another program, that "observe" loads: it is not linked with the scheduler.
$(BUILD)/arrivals.skel.h: $(BUILD)/arrivals.bpf.o
	$(say) SKEL $@
	$(Q)$(BPFTOOL) gen skeleton $< name arrivals_bpf >$@

$(BUILD)/slowlane.linked.o: $(BPF_OBJS)
	$(Q)$(BPFTOOL) gen object $@ $^

$(BUILD)/slowlane.skel.h: $(BUILD)/slowlane.linked.o
	$(say) SKEL $@
	$(Q)$(BPFTOOL) gen skeleton $< name slowlane_bpf >$@

# --- loader -----------------------------------------------------------------
LOADER_SRCS := $(wildcard loader/*.c loader/export/*.c loader/top/*.c)
LOADER_OBJS := $(LOADER_SRCS:loader/%.c=$(BUILD)/loader/%.o)
NCURSES_LIBS ?= $(shell $(PKG_CONFIG) --libs ncursesw 2>/dev/null || echo -lncursesw -ltinfo)
LOADER_CFLAGS := -std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE \
		 -DSLOWLANE_VERSION='"$(VERSION)"' -Ibpf -I$(BUILD) -iquote loader $(LIBBPF_INC)

$(BUILD)/loader/%.o: loader/%.c $(BUILD)/slowlane.skel.h $(wildcard loader/*.h loader/export/*.h loader/top/*.h bpf/slowlane.h)
	$(say) CC $@
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(LOADER_CFLAGS) $(CFLAGS) -c $< -o $@

$(BUILD)/loader/observer.o: $(BUILD)/arrivals.skel.h

$(BUILD)/bin/slowlane: $(LOADER_OBJS)
	$(say) LINK $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBBPF_A) -lelf -lz -ljson-c -lcap-ng -lmnl \
		$(NCURSES_LIBS) -o $@

# --- kernel module ----------------------------------------------------------
# KDIR's kernel; Kbuild writes beside its sources, so it gets a copy of them.
KREL	?= $(shell uname -r)
KDIR	?= /lib/modules/$(KREL)/build
KMOD_DIR := $(BUILD)/kmod/$(KREL)

kmod: $(KMOD_DIR)/mptcp_bpf_sched.ko ## build the kernel module for KREL (default: the running kernel)

$(KMOD_DIR)/mptcp_bpf_sched.ko: $(wildcard kmod/*.c kmod/*.h kmod/Makefile kmod/Kbuild)
	$(say) KMOD $@
	$(Q)mkdir -p $(KMOD_DIR)
	$(Q)cp $^ $(KMOD_DIR)/
	$(Q)$(MAKE) -s -C $(KMOD_DIR) KDIR=$(KDIR) >$(KMOD_DIR)/build.log 2>&1 || \
		{ cat $(KMOD_DIR)/build.log; exit 1; }

include selftests/selftests.mk

include etc/install.mk

clean: ## remove what was built, the lab's roots and kernels excepted (make lab-clean)
	rm -rf $(filter-out $(BUILD)/lab,$(wildcard $(BUILD)/*)) $(LAB)/out

help: ## this list
	@echo 'Targets:'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | sort | \
		awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'
	@echo 'Variables:'
	@echo '  KERNEL=7.3     the lab kernel: a series (its newest) or a version of Debian'
	@echo '  MIRROR=URL     Debian mirror for the lab (default: the one apt here uses)'
	@echo '  LIBBPF_SRC=DIR build libbpf from this tools/lib/bpf'
	@echo '  DESTDIR, prefix, sbindir, mandir, unitdir   where install puts things (prefix: /usr/local)'
	@echo '  V=1            show the commands'
