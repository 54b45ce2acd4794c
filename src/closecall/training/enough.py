"""The training run of Close Enough: thresholds, odds and worths for every number of seats."""

from closecall.training.progress import Report, Reporter
from closecall.training.training_runs import Job, TrainingRun

RUNS = (TrainingRun("thresholds", 60, 1, can_begin=False),)


def train(job: Job, report: Reporter) -> None:
    """Do the training run, or continue it."""
    from closecall.training import enough_trainer  # noqa: PLC0415  # Loads Numba.

    report(Report("train.course_enough", {"course": job.name, "generations": job.length}))
    enough_trainer.train(job.length, job.seed, job.folder, report)
