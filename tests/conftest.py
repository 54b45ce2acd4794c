"""Assertions in the helpers explain themselves as those in the tests do."""

import pytest

pytest.register_assert_rewrite("support", "rules")
