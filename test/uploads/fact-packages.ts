/** A package and what it names, found by a person who read it. */
interface FactPackage {
  files: Readonly<Record<string, string>>;
  hosts?: string[];
  keys?: string[];
  commands?: string[];
  imports?: string[];
}

const ABILITY = `from src.agent.capability import MatchingCapability
from src.agent.capability_worker import CapabilityWorker
`;

/** In the style of public Abilities. */
export const FACT_PACKAGES: Readonly<Record<string, FactPackage>> = {
  'asks an open API': {
    files: {
      'main.py': `"""Reads the weather. Attribution: https://open-meteo.com"""
import requests
${ABILITY}
# https://not-used.example is only a comment.
GEO = "https://geocoding-api.open-meteo.com/v1/search"

def run(city):
    found = requests.get(GEO, params={"name": city}).json()
    return requests.get(f"https://api.open-meteo.com/v1/forecast?latitude={found['lat']}").json()
`,
      'README.md': '# Weather\n\nSee https://docs.example.org for more.\n',
      '__init__.py': '',
    },
    hosts: ['api.open-meteo.com', 'geocoding-api.open-meteo.com', 'open-meteo.com'],
    imports: ['requests', 'src'],
  },
  'asks for two keys': {
    files: {
      'main.py': `import json, os.path as files
${ABILITY}
class Music(MatchingCapability):
    async def first(self):
        self.key = self.capability_worker.get_api_keys("spotify")
        other = self.capability_worker.get_api_keys(
            # the one for lyrics
            name='genius',
        )
        third = self.capability_worker.get_api_keys(self.name)
`,
    },
    keys: ['genius', 'spotify', '…'],
    imports: ['json', 'os', 'src'],
  },
  'runs commands here and on the linked computer': {
    files: {
      'main.py': `import asyncio
import os
import subprocess as sp
from subprocess import Popen as start, run
from os import system
${ABILITY}
async def first(self):
    os.system("ls -la")
    system('whoami')
    sp.run(["git", "-C", self.folder, "pull"], check=True)
    run(("date",))
    start(self.command)
    sp.check_output(f"ping {self.host}", shell=True)
    await asyncio.create_subprocess_shell("uname " "-a")
    await self.capability_worker.exec_local_command("open -a Music")
    eval(self.formula)
    self.run("not a process")
    print("os.system('not a call')")
`,
    },
    commands: [
      'date',
      'eval(…)',
      'git -C … pull',
      'ls -la',
      'open -a Music',
      'ping …',
      'subprocess.Popen(…)',
      'uname -a',
      'whoami',
    ],
    imports: ['asyncio', 'os', 'src', 'subprocess'],
  },
  'imports in every way': {
    files: {
      'main.py': `import a.b.c, d as e; import f
from g.h import (
    i,  # one
    j as k,
)
from . import sibling
from .other import thing
from ..above import more
import helper
from data.tables import ROWS
try:
    import l
except ImportError:
    l = None
def later():
    from m import n
    import importlib
    importlib.import_module("o.p")
    __import__('q')
"""
import docstring
"""
text = "import string"
`,
      'helper.py': 'import r\n',
      'data/tables.py': 'ROWS = []\n',
      'notes.txt': 'import s\n',
    },
    imports: ['a', 'd', 'f', 'g', 'importlib', 'l', 'm', 'o', 'q', 'r'],
  },
  'hides nothing behind odd spellings of hosts': {
    files: {
      'main.py': `A = "https://user:secret@API.Example.com:8443/path"
B = 'wss://stream.example.com/v1'
C = "http://good.example@evil.example/x"
D = "https://api." "joined.example/x"
E = f"https://{REGION}.cloud.example/v2"
F = "https://" + HOST
G = r"(https://pattern.example)"
H = "\\x68ttps://escaped.example"
I = "192.168.0.20"
J = "version 1.2.3.4 of 2026"
K = """
mqtt://broker.example, see http://[2001:db8::1]/
"""
`,
      'config.json': '{"url": "https://config.example/v1", "port": 8080}',
    },
    hosts: [
      '192.168.0.20',
      '[2001:db8::1]',
      'api.example.com',
      'api.joined.example',
      'broker.example',
      'config.example',
      'escaped.example',
      'evil.example',
      'pattern.example',
      'stream.example.com',
      '…',
      '….cloud.example',
    ],
  },
};
