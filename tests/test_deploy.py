"""The files in deploy/ fit the command line and each other, and name no real host."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import subprocess
import sys
from typing import Any

import pytest
import yaml

from benchmarks import load
from tests.conftest import ROOT

DEPLOY = ROOT / "deploy"
GUIDE = ROOT / "docs" / "deploy.md"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (*FILES, GUIDE)}
#: Options of ``belettre serve`` in a line that runs it; other programs have options, too.
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """compose.yaml, with merged keys resolved."""
    parsed: dict[str, Any] = yaml.safe_load(TEXTS["compose.yaml"])
    return parsed


@pytest.fixture(scope="module")
def unit() -> configparser.RawConfigParser:
    """The systemd unit. Where a key stands several times, the last one counts."""
    parser = configparser.RawConfigParser(strict=False, delimiters="=", comment_prefixes="#")
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys keep their capitals, as documented
    parser.read_string(TEXTS["belettre.service"].replace("\\\n", ""))
    return parser


@pytest.fixture(scope="module")
def serve_options() -> set[str]:
    """The options that ``belettre serve --help`` lists."""
    command = [sys.executable, "-m", "belettre_lexicon", "serve", "--help"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return set(_OPTION.findall(text))


def serve_commands(compose: dict[str, Any], unit: configparser.RawConfigParser) -> dict[str, list[str]]:
    """The commands that run ``belettre serve``, without the program, by where they stand."""
    commands = {name: service["command"] for name, service in compose["services"].items() if "command" in service}
    for key in ("ExecStartPre", "ExecStart"):
        commands[key] = shlex.split(unit["Service"][key])[1:]
    (image,) = re.findall(r"^CMD (\[.*\])$", TEXTS["Containerfile"], re.MULTILINE)
    commands["Containerfile"] = json.loads(image)
    for line in re.findall(r"^(?:sudo )?belettre (serve.*)$", TEXTS["deploy.md"], re.MULTILINE):
        commands[f"guide: {line}"] = shlex.split(line)
    return commands


def test_every_option_exists(
    compose: dict[str, Any], unit: configparser.RawConfigParser, serve_options: set[str]
) -> None:
    """Every option of a command that runs the server is one that the server has."""
    commands = serve_commands(compose, unit)

    assert {"server-1", "server-2", "migrate", "ExecStart", "ExecStartPre", "Containerfile"} < set(commands)
    for place, (verb, *options) in commands.items():
        named = {option.partition("=")[0] for option in options if option.startswith("--")}
        assert verb == "serve", place
        assert named and named <= serve_options, place


def test_options_in_the_prose_exist(serve_options: set[str]) -> None:
    """Options of the server that the guide names in its prose exist."""
    prose = re.sub(r"```.*?```", "", TEXTS["deploy.md"], flags=re.DOTALL)
    named = {option for code in re.findall(r"`([^`]+)`", prose) for option in _OPTION.findall(code)}

    assert {"--max-streams", "--trusted-proxy", "--purge-after", "--migrate-only"} <= named
    assert named - {"--upgrade", "--detach", "--build"} <= serve_options


def test_commands_of_the_load_test_are_understood() -> None:
    """The guide's commands of the load test are accepted by its command line."""
    commands = re.findall(r"^python -m benchmarks\.load(.*)$", TEXTS["deploy.md"], re.MULTILINE)

    assert len(commands) >= 4
    for command in commands:
        assert load.parse_options(shlex.split(command)).tables


def test_the_parts_of_compose_fit_together(compose: dict[str, Any]) -> None:
    """Services, networks, volumes and secrets that a service names exist, and each one is used."""
    services = compose["services"].values()
    used: dict[str, set[str]] = {
        "services": {name for service in services for name in service.get("depends_on", ())},
        "networks": {name for service in services for name in service["networks"]},
        "secrets": {name for service in services for name in service.get("secrets", ())},
        "volumes": {
            name
            for service in services
            for volume in service.get("volumes", ())
            if not (name := volume.partition(":")[0]).startswith(".")
        },
    }

    assert used["services"] <= set(compose["services"])
    for kind in ("networks", "secrets", "volumes"):
        assert used[kind] == set(compose[kind]), kind


def test_two_servers_wait_for_the_migration_and_the_migration_for_the_database(compose: dict[str, Any]) -> None:
    """The order of starting: a healthy database, the migration, the servers, the proxy."""
    services = compose["services"]

    assert services["server-1"] == services["server-2"]
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["server-1"]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert services["caddy"]["depends_on"] == {
        name: {"condition": "service_healthy"} for name in ("server-1", "server-2")
    }
    assert all("healthcheck" in services[name] for name in ("database", "server-1", "server-2"))


def test_servers_have_no_rights(compose: dict[str, Any]) -> None:
    """Servers and the migration cannot write, gain rights or reach the internet; the image has no root user."""
    for name in ("server-1", "server-2", "migrate"):
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["networks"] == ["inside"]
        assert "volumes" not in service
    assert compose["networks"]["inside"]["internal"] is True
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", TEXTS["Containerfile"], re.MULTILINE)


def test_the_servers_believe_the_proxy_alone(compose: dict[str, Any]) -> None:
    """The trusted address is Caddy's own in the inner network, and Caddy knows both servers by name and port."""
    caddy = compose["services"]["caddy"]
    address = caddy["networks"]["inside"]["ipv4_address"]
    (subnet,) = compose["networks"]["inside"]["ipam"]["config"]

    assert f"--trusted-proxy={address}/32" in compose["services"]["server-1"]["command"]
    assert address.rpartition(".")[0] == subnet["subnet"].rpartition(".")[0]
    assert caddy["environment"]["BELETTRE_SERVERS"].split() == ["server-1:8000", "server-2:8000"]
    assert "--port=8000" in compose["services"]["server-1"]["command"]


def test_secrets_are_read_from_files(compose: dict[str, Any], unit: configparser.RawConfigParser) -> None:
    """No file holds a password; the paths of secrets agree with those of the options and of the guide."""
    for name, secret in compose["secrets"].items():
        assert secret == {"file": f"./secrets/{name}"}
        assert f"secrets/{name}" in TEXTS["deploy.md"]
    for name in ("server-1", "migrate"):
        service = compose["services"][name]
        assert "--database-file=/run/secrets/database_url" in service["command"]
        assert service["secrets"] == ["database_url"]
    database = compose["services"]["database"]
    assert database["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/secrets/database_password"
    name, _, path = unit["Service"]["LoadCredential"].partition(":")
    for key in ("ExecStartPre", "ExecStart"):
        assert f"--database-file=%d/{name}" in unit["Service"][key]
    assert f"tee {path}" in TEXTS["deploy.md"]


def test_health_is_asked_in_the_same_way_everywhere(compose: dict[str, Any]) -> None:
    """The image and compose.yaml run the same check, of the address that Caddy asks too; the code of the check runs."""
    (image,) = re.findall(r"^HEALTHCHECK .*\\\n +CMD (\[.*\])$", TEXTS["Containerfile"], re.MULTILINE)
    check = compose["services"]["server-1"]["healthcheck"]["test"]

    assert check == ["CMD", *json.loads(image)]
    (url,) = re.findall(r"http://127\.0\.0\.1:8000(/[a-z/]+)", check[-1])
    assert f"health_uri {url}" in TEXTS["Caddyfile"]
    assert "Host localhost" in TEXTS["Caddyfile"]  # the servers refuse requests for other names
    compile(check[-1], "health check", "exec")


def test_the_unit_may_write_to_one_folder(unit: configparser.RawConfigParser) -> None:
    """The unit has a user of its own, and the guide puts the database into the folder that it may write."""
    service = unit["Service"]

    assert service["DynamicUser"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert f"sqlite:////var/lib/{service['StateDirectory']}/" in TEXTS["deploy.md"]
    assert f"sudo python3 -m venv {service['ExecStart'].partition('/bin/')[0]}\n" in TEXTS["deploy.md"]
    assert service["EnvironmentFile"] in TEXTS["deploy.md"]


def test_open_files_suffice_for_the_streams(compose: dict[str, Any], unit: configparser.RawConfigParser) -> None:
    """Servers may open more files than they have streams, and the proxy two for each stream of all servers."""
    services = compose["services"]
    streams = int(re.findall(r"--max-streams=(\d+)", " ".join(services["server-1"]["command"]))[0])

    assert services["server-1"]["ulimits"]["nofile"] > 2 * streams
    assert services["caddy"]["ulimits"]["nofile"] > 2 * 2 * streams
    assert f"--max-streams={streams}" in unit["Service"]["ExecStart"]
    assert int(unit["Service"]["LimitNOFILE"]) > 2 * streams
    for number in (streams, services["server-1"]["ulimits"]["nofile"], services["caddy"]["ulimits"]["nofile"]):
        assert f"{number:,}" in TEXTS["deploy.md"]


def test_variables_of_the_proxy_are_set(compose: dict[str, Any]) -> None:
    """Every variable of the Caddyfile is set by compose.yaml and explained in the guide."""
    variables = set(re.findall(r"\{\$(\w+)\}", TEXTS["Caddyfile"]))

    assert variables == set(compose["services"]["caddy"]["environment"])
    assert all(name in TEXTS["deploy.md"] for name in variables)


@pytest.mark.parametrize("name", TEXTS)
def test_hosts_are_placeholders(name: str) -> None:
    """The only host names are those of examples (RFC 2606), and addresses are private or this machine's."""
    hosts = re.findall(r"\b(?:[a-z0-9-]+\.)+(?:org|com|net|io|fr|dev|eu)\b", TEXTS[name])
    addresses = re.findall(r"\b\d{1,3}(?:\.\d{1,3}){3}\b", TEXTS[name])

    assert {host for host in hosts if not host.endswith("example.org")} == set()
    assert {address for address in addresses if not address.startswith(("127.", "172.30.18."))} == set()


def test_the_proxy_does_not_compress_streams() -> None:
    """The streams that the guide lists are those whose answers Caddy leaves as they are."""
    streams = re.findall(r"`/[a-z/]+/CODE(/[a-z]+)`", TEXTS["deploy.md"])
    (left_alone,) = re.findall(r"@pages not path (.*)", TEXTS["Caddyfile"])

    assert len(streams) == 4
    assert {f"*{end}" for end in streams} == set(left_alone.split())
