"""Programs written as source: one writer for Python, one for MATLAB and Julia, a table each."""
