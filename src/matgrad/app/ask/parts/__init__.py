"""Texts with numbered parts, each a question of its own.

In goes a text; out come its parts, each as a text that can be asked alone: with what stands before
all parts, and with the definitions of earlier parts that it refers to.
"""
