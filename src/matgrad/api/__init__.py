"""What callers meet: derivations, verdicts and documents, from a text or an expression."""
