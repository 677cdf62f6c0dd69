"""Tests of the input language."""
