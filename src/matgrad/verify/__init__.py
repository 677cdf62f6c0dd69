"""Independent checks: exact arithmetic in a finite field, real balls, lines, results and claims."""
