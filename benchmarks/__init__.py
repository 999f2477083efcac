"""How fast pokereval is: beside the libraries that people use today, and beside what the machine can do.

``python -m benchmarks`` (``make bench``) prints four tables. The first compares every library's answers and then its
rates with pokereval's; the second does the same for equities; the third has the loops of every instruction set beside
the rates that they aim at; the last has the fastest of them beside the measured limits of memory and of table look-ups.
``pytest benchmarks`` times the calls of the first two with pytest-benchmark, one file for each question.
"""
