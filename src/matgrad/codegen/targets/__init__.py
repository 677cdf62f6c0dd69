"""One module for each language that programs are written in."""
