"""The strong bots as one WebAssembly module: how it is built, and how it is run."""
