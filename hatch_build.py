"""Lets every installation build the page first: whoever installs closecall needs nothing but Python."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))

import build_page

INCLUDED = {"benchmarks/yardstick": "closecall/sim/yardstick"}
"""What a wheel has from outside the package, and where: `closecall bench` compiles it."""


class PageHook(BuildHookInterface[Any]):
    """Builds the page before a wheel or an editable installation is made."""

    def dependencies(self) -> list[str]:
        """Node as a package, where the page is to be built and there is no Node."""
        return [] if build_page.is_fresh() or build_page.find_node() else [build_page.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless it is fresh; a wheel takes along what is not in the package."""
        build_page.build_page()
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"].update(INCLUDED)
