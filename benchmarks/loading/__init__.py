"""The parts of `benchmarks/load.py`: the server that is measured, its tables, and the clients."""
