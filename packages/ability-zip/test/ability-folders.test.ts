import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPackageFiles } from '../src/inspect-package.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { warningSentence } from '../src/package-warning.ts';
import { buildZip } from './build-zip.ts';
import { makeFolder } from './make-folder.ts';

/** A zip of these files. @param folder the one that is chosen, if any. */
async function read(names: readonly string[], folder?: string) {
  const path = join(await makeFolder(), 'package.zip');
  await writeFile(path, buildZip({ entries: names.map((name) => ({ name, content: 'x' })) }));
  return readPackageFiles(path, DEFAULT_LIMITS, () => {}, { folder });
}

const TIDES = ['tides/main.py', 'tides/__init__.py'];
const below = (root: string, names = TIDES) => names.map((name) => `${root}${name}`);

describe('the only folder with main.py is the Ability', () => {
  test.each([
    [
      'a repository',
      [...below('tides-main/'), 'tides-main/README.md', 'tides-main/.github/ci.yml'],
      'tides-main/tides/',
      '“tides-main/.github/”, “tides-main/README.md”',
    ],
    ['a file at the root', [...TIDES, 'LICENSE'], 'tides/', '“LICENSE”'],
    ['a folder beside it', [...TIDES, 'docs/a.md', 'docs/b/c.md'], 'tides/', '“docs/”'],
    [
      'deeper than its neighbors',
      [...below('a/b/'), 'a/b/x.md', 'a/y.md', 'z.md'],
      'a/b/tides/',
      '“a/b/x.md”, “a/y.md”, “z.md”',
    ],
    ['a daemon alone', ['repo/tides/background.py', 'repo/tides/__init__.py', 'repo/x'], 'repo/tides/', '“repo/x”'],
    ['another main.py below it', [...TIDES, 'tides/lib/main.py', 'x'], 'tides/', '“x”'],
  ])('%s', async (_what, names, from, behind) => {
    const { abilityFolders, lift, warnings } = await read(names);
    expect(abilityFolders).toEqual([from]);
    expect(lift).toMatchObject({ kind: 'folder', from });
    expect(warnings.map(warningSentence)).toContain(`Not uploaded: ${behind}.`);
    expect(warnings.map(({ kind }) => kind)).not.toContain('several-folders');
    expect(warnings.map(({ kind }) => kind)).not.toContain('no-main');
  });

  test('and only its files are warned of, and counted as its contents', async () => {
    const secret = ['repo/tokens.json', 'repo/con', 'repo/tides/x.pyc', 'repo/y.pyc'];
    const { lift, warnings } = await read([...below('repo/'), ...secret]);
    expect(warnings.map(({ kind }) => kind)).toEqual(['nested-folder', 'left-behind', 'left-out']);
    const alone = await read(TIDES);
    expect(lift).toMatchObject({ contentDigest: alone.contentDigest });
  });

  test.each([
    ['at the root', ['main.py', 'a/main.py']],
    ['in the top folder', [...TIDES, 'tides/a/main.py']],
  ])('nothing is to do if it is %s', async (_where, names) => {
    expect((await read(names)).lift).toBeNull();
  });
});

describe('several', () => {
  const both = [...below('repo/'), 'repo/waves/main.py', 'repo/waves/__init__.py', 'repo/README.md'];

  test('are named, and none is taken for the Ability', async () => {
    const { abilityFolders, lift, warnings } = await read(both);
    expect(abilityFolders).toEqual(['repo/tides/', 'repo/waves/']);
    expect(lift).toBeNull();
    expect(warnings.map(warningSentence)).toEqual([
      'The zip has 2 Abilities: “repo/tides/”, “repo/waves/”. The service expects a single one.',
    ]);
  });

  test('one of them is the Ability when it is chosen', async () => {
    const { lift, warnings } = await read(both, 'repo/waves/');
    expect(lift).toMatchObject({ kind: 'folder', from: 'repo/waves/' });
    expect(warnings.map(warningSentence)).toContain('Not uploaded: “repo/README.md”, “repo/tides/”.');
  });

  test('only one that is there can be chosen', async () => {
    await expect(read(both, 'repo/')).rejects.toMatchObject({ name: 'PackageProblemError' });
  });
});

test('the file that is said to be missing is missing where main.py is', async () => {
  const { warnings } = await read(['repo/__init__.py', 'repo/tides/main.py']);
  expect(warnings.map(({ kind }) => kind)).toContain('no-init');
  expect((await read(below('repo/', [...TIDES, 'x']))).warnings.map(({ kind }) => kind)).not.toContain('no-init');
});
