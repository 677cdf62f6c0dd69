"""Tests mirror the tree of the package: tests/core/test_walk.py states facts of core/walk.py."""
