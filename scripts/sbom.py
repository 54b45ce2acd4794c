"""The software bill of materials of a release: a CycloneDX 1.5 document, the same bytes for the same locks.

It lists every Python package that `requirements.lock` pins, for running, testing and documenting closecall,
and every npm package that code of the page comes from.
"""

import base64
import json
import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

_NAMESPACE = uuid.UUID("4a3f0c8e-6f0b-5c2a-9d57-2f1f6f0f9b11")
"""Of the serial numbers, which are made from the content."""
_PIN = re.compile(r"^([a-z0-9.-]+)==([^\s;\\]+)(?: ; ([^\\]+?))?((?: \\\n +--hash=\S+)+)$", re.MULTILINE)
_ALGORITHMS = {"sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}

Component = dict[str, Any]


def sbom(project: Mapping[str, Any], lock: str, npm_lock: str, npm_names: list[str]) -> bytes:
    """The document for a project, as in pyproject.toml, with its locks and the npm packages in its page."""
    name, version = project["name"], project["version"]
    purl = f"pkg:pypi/{name}@{version}"
    own = {"type": "application", "name": name, "version": version, "purl": purl, "bom-ref": purl}
    components = [*_python_components(lock), *_npm_components(npm_lock, npm_names)]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**own, "licenses": _licences(project["license"])}},
        "components": sorted(components, key=lambda each: str(each["bom-ref"])),
    }
    serial = uuid.uuid5(_NAMESPACE, json.dumps(document, sort_keys=True))
    document["serialNumber"] = f"urn:uuid:{serial}"
    return (json.dumps(document, indent=2, sort_keys=True) + "\n").encode()


def _python_components(lock: str) -> Iterator[Component]:
    for name, version, marker, hashes in _PIN.findall(lock):
        found = {
            **_component("pypi", name, version),
            "hashes": [_hash(*text.split(":")) for text in re.findall(r"--hash=(\S+)", hashes)],
        }
        if marker:
            found["properties"] = [{"name": "closecall:marker", "value": marker}]
        yield found


def _npm_components(npm_lock: str, names: list[str]) -> Iterator[Component]:
    packages = json.loads(npm_lock)["packages"]
    for name in names:
        package = packages[f"node_modules/{name}"]
        algorithm, _, content = package["integrity"].partition("-")
        yield {
            **_component("npm", name, package["version"]),
            "hashes": [_hash(algorithm, base64.b64decode(content).hex())],
            "licenses": _licences(package["license"]),
        }


def _component(kind: str, name: str, version: str) -> Component:
    purl = f"pkg:{kind}/{quote(name, safe='/')}@{quote(version)}"
    return {"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl}


def _hash(algorithm: str, content: str) -> dict[str, str]:
    return {"alg": _ALGORITHMS[algorithm], "content": content}


def _licences(expression: str) -> list[dict[str, Any]]:
    is_single = re.fullmatch(r"[\w.+-]+", expression)
    return [{"license": {"id": expression}} if is_single else {"expression": expression}]
