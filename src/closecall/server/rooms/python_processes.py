"""Python processes of the server that end with it: bot workers, and the computation of tables."""

import asyncio
from contextlib import suppress

from closecall.child_process import python_command, python_environment


async def start_process(module: str, *arguments: str) -> asyncio.subprocess.Process:
    """Start the `main` of a module; if this is cancelled meanwhile, the process is killed."""
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(
            *python_command(module, *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment(),
            start_new_session=True,  # Ctrl-C is for the server, which then ends its processes.
        )
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await kill_process(await starting)
        raise


def environment() -> dict[str, str]:
    """The environment of such a process.

    By default, glibc keeps blocks of some megabytes that were freed. A process that has read the values of a
    bot would keep a tenth of its memory for nothing.
    """
    return {**python_environment(), "MALLOC_MMAP_THRESHOLD_": str(1 << 17)}


async def kill_process(process: asyncio.subprocess.Process) -> None:
    """Kill a process unless it has ended, and reap it."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
