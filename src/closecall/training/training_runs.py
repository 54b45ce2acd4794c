"""Training runs, which produce the values of the strong bots: in all about an hour on two cores.

The module that a game's descriptor names as `training` has the table of its runs, `RUNS`, and a function
`train(job, report)` that does one. A run works in a folder of its own and depends on its length and its seed
only: repeated, it finds the same values. The program ships values under the name of their run.
"""

from dataclasses import dataclass
from importlib import import_module, resources
from pathlib import Path

from closecall.core.errors import BadOptions
from closecall.games import game_of
from closecall.training.progress import Reporter


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """One training."""

    name: str
    length: int
    """In games; for thresholds in generations of players."""
    seed: int
    begins_with: str | None = None
    """The run whose values this one starts from."""
    can_begin: bool = True
    """Whether it can start from any values at all."""
    is_shipped: bool = True
    """Whether its values are shipped with the program."""


HELD_OUT = 1 << 40
"""Seeds from here on are for measuring only; no training uses them."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be trained; None means the default of the run."""

    game: str
    folder: Path
    only: str | None = None
    """One run; None for all shipped ones and those that they start from."""
    seed: int | None = None
    length: int | None = None
    start: Path | None = None
    """Other values to start from."""


@dataclass(frozen=True, slots=True)
class Job:
    """A training run with its folder, seed, length and start values settled."""

    name: str
    folder: Path
    seed: int
    length: int
    known: Path | None
    """Values to start from."""


def runs_of(game: str) -> tuple[TrainingRun, ...]:
    """The training runs of a game; none if it cannot be trained."""
    module = game_of(game).training
    runs: tuple[TrainingRun, ...] = () if module is None else import_module(module).RUNS
    return runs


def requested_runs(request: Request) -> list[TrainingRun]:
    """The runs to do, in this order; BadOptions if there is no such run, or it cannot start like this."""
    runs = runs_of(request.game)
    if request.only is None:
        needed = {run.begins_with for run in runs if run.is_shipped}
        return [run for run in runs if run.is_shipped or run.name in needed]
    found = [run for run in runs if run.name == request.only]
    if not found:
        names = ", ".join(run.name for run in runs)
        raise BadOptions("train_only", name=request.only, names=names)
    if request.start is not None and not found[0].can_begin:
        raise BadOptions("train_no_start", course=request.only)
    return found


def train(request: Request, report: Reporter) -> None:
    """Do the requested runs, or continue them; each leaves its values in a folder of its own."""
    for run in requested_runs(request):
        job = Job(
            run.name,
            request.folder / run.name,
            run.seed if request.seed is None else request.seed,
            request.length or run.length,
            _start_values(request, run),
        )
        import_module(str(game_of(request.game).training)).train(job, report)


def _start_values(request: Request, run: TrainingRun) -> Path | None:
    """The requested values to start from, those just trained, or the shipped ones."""
    if request.start is not None or run.begins_with is None:
        return request.start
    trained = request.folder / run.begins_with / "values.npz"
    if trained.exists():
        return trained
    bots = str(game_of(request.game).bots).rpartition(".")[0]
    shipped = Path(str(resources.files(bots))) / "values" / f"{run.begins_with}.npz"
    if not shipped.exists():
        raise BadOptions("train_order", name=run.name, first=run.begins_with)
    return shipped
