"""Plans: expressions lowered to values, and rewritten to what costs least."""
