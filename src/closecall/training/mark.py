"""The training runs of Close to the Mark!: a net for a colour of the default layout, or for any pattern."""

from closecall.training.progress import Reporter, started
from closecall.training.training_runs import Job, TrainingRun

RUNS = (
    TrainingRun("blue", 450_000, 2),
    TrainingRun("black", 150_000, 1, begins_with="blue"),
    TrainingRun("any", 50_000, 1, begins_with="blue"),
)


def train(job: Job, report: Reporter) -> None:
    """Do a training run, or continue it."""
    from closecall.training import mark_trainer  # noqa: PLC0415  # Loads Numba.

    plan = mark_trainer.plan_for(job.name, job.seed, job.length, job.known)
    report(started(job.name, job.length, plan.games, mark_trainer.BLOCK))
    mark_trainer.train(plan, job.folder, report)
