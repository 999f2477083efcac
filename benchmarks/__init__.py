"""How fast pokereval is, beside the libraries that people use today.

``python -m benchmarks`` (``make bench``) compares every library's answers and then prints one table of rates
and ratios. ``pytest benchmarks`` times the same calls with pytest-benchmark, one file for each question.
"""
