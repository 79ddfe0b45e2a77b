import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, readPackageFiles } from '@abilities-bot/ability-zip';
import { expect, test } from 'vitest';
import { DEMO_ABILITIES } from '../../packages/local-service/src/seed/demo-abilities.ts';
import { demoPackage } from '../../packages/local-service/src/seed/demo-package.ts';
import { samples } from '../../packages/playground/src/samples/samples.ts';
import { hasGrown } from '../../src/store/code-facts-record.ts';
import { belowRoot } from '../../src/uploads/packages.ts';
import { compareFacts, readFacts } from '../../src/uploads/read-facts.ts';
import { starterFiles } from '../../src/uploads/starter.ts';
import { makeFolder } from '../make-folder.ts';
import { FACT_PACKAGES } from './fact-packages.ts';

const NOTHING = { hosts: [], keys: [], commands: [], imports: [], unread: [] };
const signal = new AbortController().signal;

const read = async (files: Readonly<Record<string, string | null>>) =>
  readFacts(new Map(Object.entries(files)), signal);

/** As shown, sorted, if all of it were new. */
async function shown(files: Readonly<Record<string, string | null>>) {
  const none = await read({});
  const facts = compareFacts(none, await read(files));
  return Object.fromEntries(Object.entries(facts).map(([kind, { added }]) => [kind, added.first]));
}

for (const [name, { files, ...expected }] of Object.entries(FACT_PACKAGES)) {
  test(`a package that ${name}`, async () => {
    expect(await shown(files)).toEqual({ ...NOTHING, ...expected });
  });
}

/** The files of a zip or a loose file, below its top folder. */
async function unpack({ bytes, name }: { bytes: Uint8Array; name: string }): Promise<[string, string][]> {
  if (!name.endsWith('.zip')) return [[name, Buffer.from(bytes).toString()]];
  const path = join(await makeFolder(), name);
  await writeFile(path, bytes);
  const pieces = new Map<string, string>();
  const add = (file: string, piece: Buffer) => void pieces.set(file, (pieces.get(file) ?? '') + piece.toString());
  const { layout } = await readPackageFiles(path, DEFAULT_LIMITS, add);
  return [...pieces].map(([file, text]) => [belowRoot(file, layout), text]);
}

test('the starter, the demo Abilities and the samples name nothing', async () => {
  const demos = DEMO_ABILITIES.map((ability) =>
    [...demoPackage(ability)].map(([path, text]): [string, string] => [
      path.slice(path.indexOf('/') + 1),
      String(text),
    ]),
  );
  const starter = starterFiles('Sunrise').map(({ content, path }): [string, string] => [path, content]);
  const dropped = await Promise.all(
    samples
      .list()
      .filter(({ name }) => name !== 'broken-dawn.zip' && !name.endsWith('.png'))
      .map(async ({ name }) => (await Promise.all(((await samples.make(name)) ?? []).map(unpack))).flat()),
  );
  const all = [starter, ...demos, ...dropped];
  expect(all.length).toBeGreaterThan(15);
  for (const files of all) expect(await shown(Object.fromEntries(files))).toEqual(NOTHING);
});

const WEATHER = FACT_PACKAGES['asks an open API'];

const HOSTILE: Readonly<Record<string, string | null>> = {
  'a line of a megabyte': `x = "${'a'.repeat(1 << 20)}"`,
  'a string that never ends': `x = "${'https:/'.repeat(40_000)}`,
  'deep brackets': '('.repeat(100_000),
  'deep calls': `${'eval('.repeat(50_000)}`,
  'many hosts': Array.from({ length: 20_000 }, (_, at) => `x = "https://h${at}.example"`).join('\n'),
  'many dots': `import ${'a.'.repeat(50_000)}b`,
  'control characters': 'import o\u0000s\nos.system("a\u001b[2Jb\u202ec")\n\u0007',
  'no Python': 'for (;;) { @@@ ??? "" \'\' \\ }\n'.repeat(2000),
  'lone surrogates': 'x = "https://\ud800.example \udc00"',
};

for (const [what, text] of Object.entries(HOSTILE)) {
  test(`hostile code changes no other fact, and no text is unreadable: ${what}`, async () => {
    const before = await shown(WEATHER?.files ?? {});
    const none = await read({});
    const facts = compareFacts(none, await read({ ...WEATHER?.files, 'hostile.py': text }));
    for (const [kind, { added }] of Object.entries(facts)) {
      expect(added.first.length).toBeLessThanOrEqual(20);
      for (const fact of added.first) expect(fact).toMatch(/^[ -~…]{1,1200}$/);
      // Many hosts fill the list, which is sorted.
      if (what !== 'many hosts') expect(added.first).toEqual(expect.arrayContaining(before[kind] ?? ['?']));
    }
  });
}

test('ten thousand files have the facts of each', async () => {
  const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}.py`, 'import json\n']));
  expect(await shown({ ...files, 'last.py': 'import requests\n' })).toEqual({
    ...NOTHING,
    imports: ['json', 'requests'],
  });
});

test('look-alike letters are written out', async () => {
  expect(
    await shown({
      'main.py': 'import \u043es, \uff4fs as full\nA = "https://\u0430pi.example"\nfull.system("l\u0455")\n',
    }),
  ).toEqual({
    ...NOTHING,
    hosts: ['xn--pi-6kc.example'],
    commands: ['l\\u{455}'],
    imports: ['os', '\\u{43e}s'],
  });
});

test('a file that is too long or no text is a fact, and new if it was readable', async () => {
  const long = compareFacts(
    await read({ 'main.py': 'import json\n' }),
    await read({ 'main.py': null, 'icon.png': null }),
  );
  expect(long.unread.added).toEqual({ first: ['main.py'], count: 1 });
  expect(hasGrown(long)).toBe(true);
});

test('facts are new if the current code does not have them; fewer are no growth', async () => {
  const [less, more] = [
    { 'main.py': 'import json\n' },
    { 'main.py': 'import json, requests\nA = "https://a.example"\n' },
  ];
  const grown = compareFacts(await read(less), await read(more));
  expect(grown.imports).toEqual({ kept: { first: ['json'], count: 1 }, added: { first: ['requests'], count: 1 } });
  expect(grown.hosts.added.count).toBe(1);
  expect(hasGrown(grown)).toBe(true);
  expect(hasGrown(compareFacts(await read(more), await read(less)))).toBe(false);
});
