// Runs a Python program in Pyodide, a Python compiled to WebAssembly that npm can install:
// node pyodide.mjs CHECKOUT PROGRAM, with `src` and `tests` of the checkout on the path.
import { createRequire } from "node:module";

const [checkout, program] = process.argv.slice(2);
const { loadPyodide } = createRequire(`${checkout}/web/package.json`)("pyodide");
const python = await loadPyodide();
python.FS.mkdirTree("/checkout");
python.mountNodeFS("/checkout", checkout);
python.runPython(`
import runpy, sys
sys.path[:0] = ["/checkout/src", "/checkout/tests"]
sys.dont_write_bytecode = True
runpy.run_path("/checkout/${program}", run_name="__main__")
`);
