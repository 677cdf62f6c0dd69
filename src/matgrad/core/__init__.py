"""Sizes, shapes, expressions, their traversals and their facts; knows no operator."""
