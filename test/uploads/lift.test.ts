import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '@abilities-bot/ability-zip';
import { describe, expect, test } from 'vitest';
import { buildZip } from '../../packages/ability-zip/test/build-zip.ts';
import { readByDirectory } from '../../packages/ability-zip/test/read-by-directory.ts';
import { useAccounts } from '../core/operations/account.ts';
import { zipOf } from '../e2e/zips.ts';
import { makeFolder } from '../make-folder.ts';
import { type Bench, openBench } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });
const open = async () => openBench(await openAccount(), 'libsql');

const FILES = { 'main.py': 'def run(u):\n    return "home"\n', '__init__.py': '', 'data/空.txt': 'x' };
const below = (root: string, files: Readonly<Record<string, string>> = FILES) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${root}${path}`, content]));
/** The packer used for the other zips corrects such names. */
const handmade = (root: string) =>
  buildZip({ entries: Object.entries(below(root)).map(([name, content]) => ({ name, content, flags: 0 })) });
const nested = () => zipOf(below('repo-main/housemate/'));

/** The service's files relative to their one folder, read by code that is not shared with the bot. */
async function held({ account, named }: Bench, name = 'Tides') {
  const [ability] = await named(name);
  if (!ability) throw new Error(`${name} is not there.`);
  const path = join(await makeFolder(), 'held.zip');
  await account.context.service.downloadPackage(ability.id, path, DEFAULT_LIMITS.maxBytes);
  return readByDirectory(await readFile(path), 0);
}
const expected = Object.entries(FILES)
  .map(([path, content]) => [path, createHash('sha256').update(content).digest('hex')])
  .sort();

describe('everything below one more folder', () => {
  test('is lifted to the top', async () => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await nested(), wrap: true });
    const ended = await bench.finish(id);
    expect(ended).toMatchObject({
      end: { kind: 'uploaded' },
      contents: { files: 3, flat: false, lift: { kind: 'folder', from: 'repo-main/housemate/' } },
    });
    expect(ended.contents?.warnings).toEqual([]);
    expect(await held(bench)).toEqual(expected);
  });

  test('is sent as it is when a person says so, which the service refuses', async () => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await nested(), wrap: false });
    expect((await bench.finish(id)).end).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('main.py file not found'),
    });
  });

  test('is lifted for an update in place, and known to have arrived', async () => {
    const bench = await open();
    const { id } = await bench.askedAbout('Weather', { bytes: await nested() });
    await bench.decide(id, { kind: 'update' });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict: { kind: 'confirmed' } });
    expect(await held(bench, 'Weather')).toEqual(expected);
  });

  test('is recognized after a lost answer', async () => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await nested(), wrap: true });
    const { uploadAbility } = bench.tools.service;
    bench.meet({
      uploadAbility: async (upload) => ({ ...(await uploadAbility(upload)), confirmedBy: 'list' }),
    });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
    expect(bench.calls.uploads).toBe(1);
  });

  test('with what is left out beside it', async () => {
    const bench = await open();
    const junk = { '__MACOSX/._x': 'x', 'repo-main/.git/HEAD': 'x', 'repo-main/.DS_Store': 'x' };
    const { id } = await bench.accept({
      bytes: await zipOf({ ...below('repo-main/housemate/'), ...junk }),
      wrap: true,
    });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
    expect(await held(bench)).toEqual(expected);
  });
});

describe('one folder among others', () => {
  const repository = { 'repo/README.md': '# Housemate', 'repo/.github/ci.yml': 'x', LICENSE: 'x' };

  test('is all that is sent, whatever the form says, and the message lists what stays behind', async () => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await zipOf({ ...repository, ...below('repo/a/') }), wrap: false });
    const ended = await bench.finish(id);
    expect(ended).toMatchObject({
      end: { kind: 'uploaded', verdict: { kind: 'confirmed' } },
      contents: { files: 3, flat: false, leftOut: 'Not uploaded: “LICENSE”, “repo/.github/”, “repo/README.md”.' },
    });
    expect(ended.contents?.listed.map(({ path }) => path)).toEqual(Object.keys(below('repo/a/')).sort());
    expect(await held(bench)).toEqual(expected);
  });

  test('is updated in place', async () => {
    const bench = await open();
    const { id } = await bench.askedAbout('Weather', { bytes: await zipOf({ ...repository, ...below('repo/a/') }) });
    await bench.decide(id, { kind: 'update' });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict: { kind: 'confirmed' } });
    expect(await held(bench, 'Weather')).toEqual(expected);
  });

  test('of several is the one that was chosen', async () => {
    const bench = await open();
    const others = { 'repo/b/main.py': 'x', 'repo/b/__init__.py': '' };
    const bytes = await zipOf({ ...repository, ...others, ...below('repo/a/') });
    const { id } = await bench.accept({ bytes, folder: 'repo/a/', wrap: false });
    const ended = await bench.finish(id);
    expect(ended).toMatchObject({ end: { kind: 'uploaded', verdict: { kind: 'confirmed' } } });
    expect(ended.contents).toMatchObject({ files: 3, leftOut: null, warnings: [] });
    expect(await held(bench)).toEqual(expected);
  });
});

test('what is corrected anyway is not among the warnings', async () => {
  const bench = await open();
  const setuid = { name: 'tides\\run.sh', content: 'x', attributes: 0o104755 * 0x10000 };
  const files = Object.entries(below('tides\\')).map(([name, content]) => ({ name, content, flags: 0 }));
  const { id } = await bench.accept({ bytes: buildZip({ entries: [...files, setuid] }) });
  const ended = await bench.finish(id);
  expect(ended).toMatchObject({ end: { kind: 'uploaded' }, contents: { renames: true, warnings: [] } });
});

describe('a zip that holds nothing but a zip', () => {
  test.each([
    ['with a folder', 'housemate/', zipOf],
    ['with its files at the root', '', zipOf],
    ['with names that are packed again', '.\\housemate\\', async () => handmade('.\\housemate\\')],
  ])('%s: it is taken out, and what is in it is shown', async (_how, root, pack) => {
    const bench = await open();
    const inner = await pack({ ...below(root), '.DS_Store': 'x' });
    const bytes = await zipOf({ 'to send/housemate.zip': inner, '__MACOSX/to send/._housemate.zip': 'x' });
    const { id } = await bench.accept({ bytes, wrap: true });
    const ended = await bench.finish(id);
    expect(ended.end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
    expect(ended.contents).toMatchObject({ files: 3, lift: { kind: 'zip', from: 'to send/housemate.zip' } });
    expect(ended.contents?.listed.map(({ path }) => path)).toContain(`${root === '' ? '' : 'housemate/'}main.py`);
    expect(ended.contents?.warnings.join()).not.toContain('zip');
    expect(await held(bench)).toEqual(expected);
  });

  test('as the code of a release', async () => {
    const bench = await open();
    const bytes = await zipOf({ 'housemate.zip': await zipOf(below('')) });
    const { id } = await bench.askedAbout('Weather', { bytes });
    await bench.decide(id, { kind: 'update' });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict: { kind: 'confirmed' } });
    expect(await held(bench, 'Weather')).toEqual(expected);
  });
});

describe('not lifted, but refused', () => {
  const bomb = () => zipOf({ 'a/main.py': Buffer.alloc(60 * 1024 * 1024) });
  test.each<[string, () => Promise<Record<string, string | Buffer>>]>([
    ['two Abilities', async () => ({ ...below('repo/a/'), ...below('repo/b/') })],
    ['no main.py', async () => ({ 'repo/a/x.py': 'x' })],
    ['two levels of zips', async () => ({ 'a.zip': await zipOf({ 'b.zip': await zipOf(below('')) }) })],
    ['a zip beside other files', async () => ({ 'a/a.zip': await zipOf(below('')), 'a/x.txt': 'x' })],
    ['a zip that is damaged', async () => ({ 'a.zip': (await zipOf(below(''))).subarray(0, -9) })],
    ['a zip that climbs', async () => ({ 'a.zip': handmade('..\\') })],
    ['a zip without main.py', async () => ({ 'a.zip': await zipOf({ 'a/x.py': 'x' }) })],
    ['a zip that inflates to too much', async () => ({ 'a.zip': await bomb() })],
    ['another archive', async () => ({ 'a.zip': Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1') })],
  ])('%s', async (_what, files) => {
    const bench = await open();
    const { id } = await bench.accept({ bytes: await zipOf(await files()), seen: false });
    expect((await bench.finish(id)).end).toMatchObject({ kind: 'refused' });
    expect(bench.calls.uploads).toBe(0);
  });

  test('main.py in both', async () => {
    const bench = await open();
    const { id } = await bench.accept({
      bytes: await zipOf({ 'repo/main.py': 'x', ...below('repo/a/') }),
      seen: false,
    });
    const asked = await bench.finish(id);
    expect(asked).toMatchObject({ state: 'asking', question: { kind: 'contents' } });
    expect(asked.contents?.lift).toBeNull();
  });
});
