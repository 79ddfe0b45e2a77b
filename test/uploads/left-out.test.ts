import { join } from 'node:path';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import { describe, expect, test } from 'vitest';
import { useAccounts } from '../core/operations/account.ts';
import { zipOf } from '../e2e/zips.ts';
import { makeFolder } from '../make-folder.ts';
import { type Bench, FORM, openBench } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });
const open = async () => openBench(await openAccount(), 'libsql');

const MAIN = 'def run(u):\n    return "new"\n';
const littered = (root: string) =>
  zipOf({
    [`${root}main.py`]: MAIN,
    [`${root}__init__.py`]: '',
    [`${root}.env`]: 'KEY=made-up',
    '__MACOSX/._main.py': 'x',
    [`${root}__pycache__/main.pyc`]: 'x',
    [`${root}a/.git/HEAD`]: 'x',
  });

/** The paths of the service's files, relative to the one folder. */
async function sentFiles({ account, named }: Bench, name: string): Promise<string[]> {
  const [ability] = await named(name);
  if (!ability) throw new Error(`${name} is not there.`);
  const path = join(await makeFolder(), 'sent.zip');
  await account.context.service.downloadPackage(ability.id, path, DEFAULT_LIMITS.maxBytes);
  return (await inspectPackage(path, DEFAULT_LIMITS)).files.map((file) => file.path);
}

describe.each([
  ['in one folder', 'tides/'],
  ['flat', ''],
])('junk in a zip that is %s', (_how, root) => {
  test('is not sent, and what is shown is what is sent', async () => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await littered(root), wrap: root === '' });
    const ended = await bench.finish(id);
    expect(ended.end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
    expect(ended.contents).toMatchObject({
      files: 2,
      flat: root === '',
      leftOut: expect.stringContaining('__MACOSX/'),
      listed: [{ path: `${root}__init__.py` }, { path: `${root}main.py` }],
    });
    expect(await sentFiles(bench, 'Tides')).toEqual(['__init__.py', 'main.py']);
  });

  test('is not sent by an update in place, which is known to have arrived', async () => {
    const bench = await open();
    const { id } = await bench.askedAbout('Weather', { bytes: await littered(root) });
    await bench.decide(id, { kind: 'update' });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict: { kind: 'confirmed' } });
    expect(await sentFiles(bench, 'Weather')).toEqual(['__init__.py', 'main.py']);
  });
});

test('a zip of junk alone is refused, and nothing is sent', async () => {
  const bench = await open();
  const { id } = await bench.accept({ bytes: await zipOf({ '__MACOSX/._main.py': 'x', '.DS_Store': 'y' }) });
  expect((await bench.finish(id)).end).toMatchObject({
    kind: 'refused',
    sentence: expect.stringContaining('contains nothing that an Ability needs'),
  });
  expect(bench.calls.uploads).toBe(0);
});

describe('loose files that are packed', () => {
  const packed = () => zipOf({ 'main.py': MAIN, '__init__.py': '' });

  test('are put into a folder, regardless of the form', async () => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await packed(), parts: ['F1', 'F2'], wrap: false });
    const ended = await bench.finish(id);
    expect(ended).toMatchObject({ wrap: true, contents: { flat: false, warnings: [] }, end: { kind: 'uploaded' } });
    expect(await sentFiles(bench, 'Tides')).toEqual(['__init__.py', 'main.py']);
  });

  test('under another name, and as the code of a release', async () => {
    const bench = await open();
    const { id } = await bench.askedAbout('Weather', { bytes: await packed(), parts: ['F1', 'F2'] });
    await bench.decide(id, { kind: 'change', form: { ...FORM, name: 'News' }, wrap: false });
    expect(await bench.finish(id)).toMatchObject({ state: 'asking', wrap: true });
    await bench.decide(id, { kind: 'update' });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict: { kind: 'confirmed' } });
    expect(await sentFiles(bench, 'News')).toEqual(['__init__.py', 'main.py']);
  });

  test('as they are, when they are shown in a confirmation first', async () => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await packed(), parts: ['F1', 'F2'], seen: false });
    await bench.finish(id);
    await bench.decide(id, { kind: 'send', wrap: false });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
  });
});
