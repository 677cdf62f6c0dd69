"""Thin shells around the engine: the library interface and the command line."""
