"""What an earlier program read in every recorded text, and what today's program reads in it.

`text.jsonl`, `latex.jsonl` and `ask.jsonl` hold texts with their outcomes, `looked.jsonl` the rows
that a person has looked at and found better than what is recorded.
"""
