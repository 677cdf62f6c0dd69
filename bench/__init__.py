"""How fast matgrad is, measured: `python -m bench` prints a table and writes build/bench.json."""
