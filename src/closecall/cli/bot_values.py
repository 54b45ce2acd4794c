"""`closecall bot --values FOLDER`: a bot that plays with values of your own training."""

from importlib import import_module
from pathlib import Path

from closecall.bots.custom_values import trained_file, use_values
from closecall.cli.parser import UsageError
from closecall.core.errors import GameError
from closecall.games import game_of
from closecall.messages import Word
from closecall.training.training_runs import runs_of


def take_values(folder: Path, game: str, level: str) -> list[str]:
    """From now on this bot plays with the values in a folder; the training runs that have left some."""
    named, module = Word(f"game.{game}"), game_of(game).bots
    levels = None if module is None else import_module(module)
    trained = () if levels is None else levels.trained_levels
    if levels is None or level not in trained:
        raise UsageError("bot_values_level", level=level, game=named, levels=", ".join(trained))
    use_values(folder)
    shipped = [run.name for run in runs_of(game) if run.is_shipped]
    found = {run: path for run in shipped if (path := trained_file(run, levels.values_file))}
    if not found:
        raise UsageError("bot_values_none", folder=str(folder), game=named, slug=game)
    for run, path in found.items():
        try:
            levels.check_values(run, path)
        except OSError:
            raise
        except Exception as error:  # NumPy and zipfile raise many kinds.
            raise GameError("bot_values_damaged", file=str(path), game=named) from error
    return list(found)
