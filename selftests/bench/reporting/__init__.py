# SPDX-License-Identifier: GPL-2.0-only
"""What selftests/bench/report is made of."""
