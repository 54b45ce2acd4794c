"""The training runs of Qwixx: a net for each number of seats, and a best response to the one for two."""

from closecall.training.progress import Reporter, started
from closecall.training.training_runs import Job, TrainingRun

RUNS = (
    TrainingRun("first2", 800_000, 1, is_shipped=False),
    TrainingRun("net2", 800_000, 2, begins_with="first2"),
    TrainingRun("net3", 400_000, 1, begins_with="first2"),
    TrainingRun("net4", 250_000, 1, begins_with="net3"),
    TrainingRun("net5", 150_000, 1, begins_with="net4"),
    # As much work as net2 and the run it starts from: a game takes a little longer.
    TrainingRun("response", 1_360_000, 1, begins_with="net2", is_shipped=False),
)


def train(job: Job, report: Reporter) -> None:
    """Do a training run, or continue it."""
    from closecall.training import qwixx_trainer  # noqa: PLC0415  # Loads Numba.

    batch = qwixx_trainer.BATCH
    report(started(job.name, job.length, qwixx_trainer.steps_of(job.length) * batch, batch))
    if job.name == "response":
        assert job.known is not None
        qwixx_trainer.train_best_response(job.known, job.length, job.seed, job.folder, report)
    else:
        seats = int(job.name[-1])  # A run is named after its number of seats.
        qwixx_trainer.train(seats, job.length, job.seed, job.folder, report, known=job.known)
