"""From compiled functions to one LLVM module for WebAssembly; needs Numba, and reaches into its internals.

Numba types and lowers our functions to LLVM's intermediate representation as usual. Here it neither optimises
nor runs them: it would do so for this machine. Instead, everything that an entry point calls is linked into
one module for `wasm32`, with a wrapper that takes pointers and numbers, and a few lines for memory.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from unittest.mock import patch

from numba.core import codegen, lowering, types

from closecall.bots.entry_point import EntryPoint
from closecall.kernels.numba_cache import _FunctionCache

llvm: Any = import_module("llvmlite.binding")  # Neither has type annotations.
_types: Any = types
_codegen: Any = codegen
_lowering: Any = lowering

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
TYPES = {
    "b": _types.int8,
    "h": _types.int16,
    "q": _types.int64,
    "f": _types.float32,
    "d": _types.float64,
}
"""Numba's types by the letters of `array`."""
SIZES = {"b": 1, "h": 2, "q": 8, "f": 4, "d": 8}
LLVM_TYPES = {"q": "i64", "d": "double"}
"""The types of numbers that are passed and returned."""

# What Numba's runtime does. Arrays that a call makes live until the next call: the heap only grows, and the
# caller empties it. Numba reads the data of a block at its fourth field. Blocks are never freed singly. All
# arrays that we reshape are contiguous, so the new strides follow from the new shape.
RUNTIME = """
declare void @llvm.trap()
@heap = global i32 0
define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %block = load i32, ptr @heap
  %bytes = trunc i64 %size to i32
  %padded = add i32 %bytes, 127
  %rounded = and i32 %padded, -64
  %next = add i32 %block, %rounded
  store i32 %next, ptr @heap
  %info = inttoptr i32 %block to ptr
  %start = add i32 %block, 64
  %data = inttoptr i32 %start to ptr
  %data_field = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 3
  store ptr %data, ptr %data_field
  %size_field = getelementptr {i64, ptr, ptr, ptr, i64}, ptr %info, i32 0, i32 4
  store i64 %size, ptr %size_field
  ret ptr %info
}
define noalias ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %info
}
define noalias ptr @NRT_MemInfo_alloc_aligned_external(i64 %size, i32 %align, ptr %allocator) {
  %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %info
}
define ptr @NRT_get_api_external() { ret ptr null }
define void @NRT_MemInfo_call_dtor(ptr %info) { ret void }
define void @NRT_incref(ptr %info) { ret void }
define void @NRT_decref(ptr %info) { ret void }
define void @NRT_Free(ptr %block) { ret void }
define i32 @numba_attempt_nocopy_reshape(i64 %nd, ptr %dims, ptr %strides, i64 %newnd, ptr %newdims, \
ptr %newstrides, i64 %itemsize, i32 %is_f_order) {
entry:
  br label %check
check:
  %left = phi i64 [ %newnd, %entry ], [ %n, %next ]
  %stride = phi i64 [ %itemsize, %entry ], [ %larger, %next ]
  %is_done = icmp eq i64 %left, 0
  br i1 %is_done, label %done, label %next
next:
  %n = sub i64 %left, 1
  %to = getelementptr i64, ptr %newstrides, i64 %n
  store i64 %stride, ptr %to
  %of = getelementptr i64, ptr %newdims, i64 %n
  %dim = load i64, ptr %of
  %larger = mul i64 %stride, %dim
  br label %check
done:
  ret i32 1
}
define i32 @numba_gil_ensure() { ret i32 0 }
define void @numba_gil_release(i32 %state) { ret void }
"""
COUNTING = ("NRT_incref", "NRT_decref", "NRT_MemInfo_call_dtor")
"""Functions with a body of Numba's, which ours replaces."""


def target_machine() -> Any:
    """LLVM's target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")


@contextmanager
def _only_lowering() -> Iterator[None]:
    """Let Numba type and lower functions, but not optimise, run or cache them."""
    library, jit = _codegen.CPUCodeLibrary, _codegen.JITCPUCodegen
    with (
        patch.object(library, "_optimize_functions", lambda self, module: None),
        patch.object(library, "finalize", lambda self: setattr(self, "_finalized", True)),
        patch.object(_codegen.JITCodeLibrary, "get_pointer_to_function", lambda self, name: 1),
        patch.object(jit, "_add_module", lambda self, module: None),
        patch.object(jit, "set_env", lambda self, name, env: None),
        patch.object(_lowering.Lower, "create_cpython_wrapper", lambda self, release_gil: None),
        patch.object(_FunctionCache, "load_overload", lambda self, signature, context: None),
        patch.object(_FunctionCache, "save_overload", lambda self, signature, result: None),
    ):
        yield


def lowered_module(entry_points: Mapping[str, EntryPoint], machine: Any) -> Any:
    """One module with all entry points under their names and everything that they call, not yet optimised."""
    layout = str(machine.target_data)
    mangled: dict[str, str] = {}
    module = _parsed("", layout)
    with _only_lowering():
        libraries = _libraries(entry_points, mangled)
        for library in libraries:
            part = _parsed(str(library._final_module), layout)
            for function in part.functions:
                if not function.is_declaration:
                    # Several libraries may contain the same function.
                    function.linkage = "weak_odr"
            module.link_in(part)
    text = _without_messages(str(module))
    for name in COUNTING:
        text = re.sub(rf"^define [^\n]*@{name}\(.*?^\}}\n", "", text, flags=re.M | re.S)
    ours = re.findall(r"^define .*?@(\w+)\(", RUNTIME, re.M)
    text = re.sub(rf"^declare [^\n]*@({'|'.join(ours)})\([^\n]*\n", "", text, flags=re.M)
    wrappers = [
        _wrapper(name, entry, mangled[name], module.get_function(mangled[name]))
        for name, entry in entry_points.items()
    ]
    whole = llvm.parse_assembly(text + RUNTIME + "".join(wrappers))
    kept = {*entry_points, "heap"}
    for symbol in (*whole.functions, *whole.global_variables):
        if not symbol.is_declaration and symbol.name not in kept:
            symbol.linkage = "internal"
    whole.verify()
    return whole


def _without_messages(text: str) -> str:
    """Drop the messages of exceptions: nobody reads them, and they contain the paths of our sources."""
    data = r'^(@\.const\.pickledata\.\w+(?:\.sha1)? = internal constant) \[\d+ x i8\] c".*"(.*)$'
    text = re.sub(data, r"\1 [1 x i8] zeroinitializer\2", text, flags=re.M)
    size = r"^(@\.const\.picklebuf\.\w+ = internal constant .* \{ ptr @[\w.]+,) i32 \d+,"
    return re.sub(size, r"\1 i32 1,", text, flags=re.M)


def _libraries(entry_points: Mapping[str, EntryPoint], mangled: dict[str, str]) -> list[Any]:
    """The code libraries of all entry points and of everything they call, in a fixed order."""
    waiting = []
    for name, entry in entry_points.items():
        signature = tuple(_argument_type(kind) for kind in entry.arguments)
        dispatcher: Any = entry.function
        dispatcher.compile(signature)
        result = dispatcher.overloads[signature]
        assert _types.unliteral(result.signature.return_type) == TYPES[entry.result], (name, result.signature)
        mangled[name] = result.fndesc.llvm_func_name
        waiting.append(result.library)
    found: dict[int, Any] = {}
    while waiting:
        library = waiting.pop(0)
        if id(library) not in found:
            found[id(library)] = library
            waiting += library._linking_libraries
    return list(found.values())


def _argument_type(kind: str) -> Any:
    return TYPES[kind[0]][::1] if kind.endswith("[]") else TYPES[kind]


def _parsed(text: str, layout: str) -> Any:
    """A module for our target, from the text of one for this machine."""
    if not text:
        text = 'target datalayout = ""\ntarget triple = ""\n'
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{layout}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', text)
    return llvm.parse_assembly(text)


def _wrapper(name: str, entry: EntryPoint, mangled: str, function: Any) -> str:
    """An exported function: an array is a pointer and a length, and an error of the function is a trap."""
    result = LLVM_TYPES[entry.result]
    parameters, passed = [], ["ptr %result", "ptr %error"]
    for n, kind in enumerate(entry.arguments):
        if kind.endswith("[]"):
            size = SIZES[kind[0]]
            parameters += [f"ptr %data{n}", f"i32 %length{n}"]
            # Numba passes an array as: owner (twice), length, size of an item, data, shape, stride.
            passed += ["ptr null", "ptr null", f"i64 %wide{n}", f"i64 {size}", f"ptr %data{n}"]
            passed += [f"i64 %wide{n}", f"i64 {size}"]
        else:
            parameters.append(f"{LLVM_TYPES[kind]} %number{n}")
            passed.append(f"{LLVM_TYPES[kind]} %number{n}")
    assert len(passed) == len(list(function.arguments)), (name, str(function.type))
    widened = "".join(
        f"  %wide{n} = zext i32 %length{n} to i64\n"
        for n, kind in enumerate(entry.arguments)
        if kind.endswith("[]")
    )
    return f"""
define {result} @{name}({", ".join(parameters)}) {{
  %result = alloca {result}
  %error = alloca ptr
{widened}  %status = call i32 @"{mangled}"({", ".join(passed)})
  %is_fine = icmp eq i32 %status, 0
  br i1 %is_fine, label %fine, label %failed
fine:
  %value = load {result}, ptr %result
  ret {result} %value
failed:
  call void @llvm.trap()
  unreachable
}}
"""


def optimised_object(module: Any, machine: Any) -> bytes:
    """The object file of a module; optimised twice, since inlining first gives the second run more to do."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    options.slp_vectorization = True
    for _ in range(2):
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(module, passes)
    content: bytes = machine.emit_object(module)
    return content
