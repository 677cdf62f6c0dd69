"""Programs written in C: loops over entries, and kernels."""
