"""For tests of gradients written by hand: `assert_gradient` says what is wrong with one."""

from matgrad.api.gradient_check import Finding, GradientError, assert_gradient, findings

__all__ = ["Finding", "GradientError", "assert_gradient", "findings"]
