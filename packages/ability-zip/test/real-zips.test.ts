import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inspectPackage } from '../src/inspect-package.ts';
import { leaveOut } from '../src/pack/repack.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { warningSentence } from '../src/package-warning.ts';
import { buildZip, type EntryPlan, extraField, u32 } from './build-zip.ts';
import { inspectBytes, PLAIN, refusalOf, refusalWith, warningsOf, warningsWith } from './inspect-bytes.ts';
import { makeFolder } from './make-folder.ts';
import { readByDirectory } from './read-by-directory.ts';
import { readFromStart } from './read-from-start.ts';

const MAIN = 'def run(utterance):\n    return "high"\n';
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const contentsOf = (files: Readonly<Record<string, string>>) =>
  Object.entries(files)
    .map(([path, content]): [string, string] => [path, sha256(content)])
    .sort();
const PLAIN_FILES = { 'tides/main.py': MAIN, 'tides/__init__.py': '' };
const unflagged = (name: string): EntryPlan => ({ name, content: name, flags: 0 });

/** The archive that is sent for a zip, as read by two readers that share no code with the inspection. */
async function sentOf(zip: Buffer) {
  const folder = await makeFolder();
  const [source, target] = [join(folder, 'source.zip'), join(folder, 'target.zip')];
  await writeFile(source, zip);
  const before = await inspectPackage(source, DEFAULT_LIMITS);
  await leaveOut(source, target);
  const sent = await readFile(target);
  const after = await inspectPackage(target, DEFAULT_LIMITS);
  expect(after).toMatchObject({ isRepacked: false, files: before.files, contentDigest: before.contentDigest });
  const byDirectory = await readByDirectory(sent, 0);
  expect(readFromStart(sent, 0)).toEqual(byDirectory);
  return { before, sent, contents: byDirectory };
}

describe('names in UTF-8 without the flag', () => {
  const names = ['メモ.md', 'é.md', 'e\u0301.md', '🌊.md', 'Shot at 9.41\u202fAM.png'].map((name) => `tides/${name}`);

  test.each(names)('%s', async (name) => {
    const { before, contents, sent } = await sentOf(buildZip({ entries: [...PLAIN, unflagged(name)] }));
    expect(before.isRepacked).toBe(true);
    expect(contents).toEqual(contentsOf({ ...PLAIN_FILES, [name]: name }));
    const header = sent.indexOf(name) - 30;
    expect(sent.readUInt16LE(header + 6) & 0x800).toBe(0x800);
  });

  test('are told', async () => {
    expect(await warningsWith(unflagged('tides/é.md'))).toEqual([
      'File names without the UTF-8 flag: “tides/é.md”. They are sent as UTF-8: check that they look right.',
    ]);
  });

  test('two that are one on some disks are refused', async () => {
    expect(await refusalWith(unflagged('tides/é.md'), unflagged('tides/e\u0301.md'))).toContain(
      'are the same name on many systems',
    );
    expect(await refusalWith(unflagged('tides/É.md'), { name: 'tides/é.md' })).toContain(
      'are the same name on many systems',
    );
  });
});

describe('a name in an extra field', () => {
  const second = (path: string, raw: string | Buffer) =>
    extraField(0x7075, Buffer.from([1]), u32(crc32(raw)), Buffer.from(path));
  const named = (raw: Buffer, path: string): EntryPlan => ({
    name: raw,
    flags: 0,
    content: path,
    extra: second(path, raw),
  });

  test.each([
    ['code page 437', Buffer.from('tides/\x82.md', 'latin1'), 'tides/é.md'],
    ['Shift JIS, with a backslash in a letter', Buffer.from('tides/\x95\x5c.md', 'latin1'), 'tides/表.md'],
    ['letters that the code page does not have', Buffer.from('tides/??.md'), 'tides/メモ.md'],
    ['the same with underscores', Buffer.from('tides/__.md'), 'tides/メモ.md'],
    ['UTF-8 in both', Buffer.from('tides/メモ.md'), 'tides/メモ.md'],
    ['a folder', Buffer.from('tides/?/x.md'), 'tides/潮/x.md'],
  ])('%s', async (_what, raw, path) => {
    const { before, contents } = await sentOf(buildZip({ entries: [...PLAIN, named(raw, path)] }));
    expect(before.warnings.map(({ kind }) => kind)).toEqual(['unmarked-names']);
    expect(contents).toEqual(contentsOf({ ...PLAIN_FILES, [path]: path }));
  });

  test.each([
    ['another plain name', Buffer.from('tides/x.py'), 'tides/y.py'],
    ['letters for a plain name', Buffer.from('tides/x.py'), 'tides/é.py'],
    ['another folder', Buffer.from('tides/?.py'), 'moon/é.py'],
    ['a folder more', Buffer.from('tides/_.py'), 'tides/é/x.py'],
    ['another ending', Buffer.from('tides/_.txt'), 'tides/é.py'],
    ['two names in UTF-8', Buffer.from('tides/é.py'), 'tides/è.py'],
    ['no UTF-8', Buffer.from('tides/_.py'), Buffer.from('tides/\xe9.py', 'latin1')],
  ])('%s is refused', async (_what, raw, path) => {
    const extra = extraField(0x7075, Buffer.from([1]), u32(crc32(raw)), Buffer.from(path));
    expect(await refusalWith({ name: raw, flags: 0, extra })).toContain('has a second name in an extra field');
  });

  test.each(['local', 'central'] as const)('in the %s header only is refused', async (header) => {
    const raw = 'tides/_.md';
    const plan = { [header]: { extra: second('tides/é.md', raw) } };
    expect(await refusalWith({ name: raw, ...plan })).toContain('has a second name in an extra field');
  });

  test('one that climbs is refused', async () => {
    const raw = '_/x.md';
    expect(await refusalWith({ name: raw, extra: second('é/../x.md', raw) })).toContain('second name');
    expect(await refusalWith({ name: '../_.md', extra: second('../é.md', '../_.md') })).toContain('leaves its folder');
  });
});

describe('backslashes between folders', () => {
  test('are sent as slashes', async () => {
    const entries = [
      { name: 'tides\\', attributes: 0x10 },
      { name: 'tides\\main.py', content: MAIN },
      { name: 'tides\\__init__.py', method: 0 },
      { name: 'tides\\data\\空.txt', content: 'x', flags: 0 },
    ];
    const { before, contents, sent } = await sentOf(buildZip({ entries }));
    expect(contents).toEqual(contentsOf({ ...PLAIN_FILES, 'tides/data/空.txt': 'x' }));
    expect(before).toMatchObject({ layout: 'single-folder', isRepacked: true });
    expect(sent.includes('\\')).toBe(false);
    expect(before.warnings.map(warningSentence)).toEqual([
      expect.stringContaining('File names without the UTF-8 flag: “tides/data/空.txt”.'),
      'Paths with backslashes: “tides/”, “tides/main.py”, “tides/__init__.py” and 1 more. They are sent with forward slashes.',
    ]);
  });
});

describe('a dot in front, and what the Finder adds', () => {
  test('./ in front of every name, and as an entry', async () => {
    const entries = [
      { name: './', method: 0, attributes: 0o040755 * 0x10000 },
      { name: './tides/' },
      ...PLAIN.map((entry) => ({ ...entry, name: `./${entry.name}` })),
    ];
    const { before, contents } = await sentOf(buildZip({ entries }));
    expect(contents).toEqual(contentsOf(PLAIN_FILES));
    expect(before).toMatchObject({ layout: 'single-folder', warnings: [] });
  });

  test('./ alone holds no files, and has no content', async () => {
    expect(await refusalOf(buildZip({ entries: [{ name: './', method: 0 }] }))).toContain('The zip contains no files');
    expect(await refusalWith({ name: './', content: 'x' })).toContain('is a folder but has contents');
    expect(await refusalWith({ name: './', attributes: 0o120777 * 0x10000 })).toContain('is a symbolic link');
  });

  test('Icon with its line break is left out, one without is not', async () => {
    const { before, contents } = await sentOf(
      buildZip({ entries: [...PLAIN, { name: 'tides/Icon\r' }, { name: 'tides/Icon', content: 'x' }] }),
    );
    expect(contents).toEqual(contentsOf({ ...PLAIN_FILES, 'tides/Icon': 'x' }));
    expect(before.warnings.map(warningSentence)).toEqual([
      expect.stringContaining('Not uploaded: “tides/Icon\\u{d}”.'),
    ]);
  });
});

test('the comment of an entry is not sent', async () => {
  const { before, contents, sent } = await sentOf(
    buildZip({ entries: [...PLAIN, { name: 'tides/a', content: 'x', comment: 'made by hand' }] }),
  );
  expect(contents).toEqual(contentsOf({ ...PLAIN_FILES, 'tides/a': 'x' }));
  expect(before).toMatchObject({ isRepacked: true, warnings: [] });
  expect(sent.includes('made by hand')).toBe(false);
});

describe('what is left out', () => {
  const link: EntryPlan = {
    name: 'tides/.venv/bin/python',
    content: '/usr/bin/python3',
    method: 0,
    attributes: 0o120777 * 0x10000,
  };

  test.each<[string, EntryPlan]>([
    ['a symbolic link', link],
    ['a link in place of the folder', { ...link, name: 'tides/venv' }],
    ['a device', { name: 'tides/node_modules/x', attributes: 0o020600 * 0x10000 }],
    ['a link by an extra field', { name: 'tides/.git/x', extra: extraField(0x756e, u32(0)) }],
    ['a long name', { name: `tides/node_modules/${'a'.repeat(300)}` }],
    ['a deep folder', { name: `tides/node_modules/${'a/'.repeat(30)}x` }],
    ['a name in another encoding', { name: Buffer.from('tides/.venv/\xe9.py', 'latin1'), flags: 0 }],
    ['a name with a colon', { name: 'tides/.venv/man/File::Find.3' }],
    ['a name with a line break', { name: 'tides/.venv/a\nb' }],
    ['a file and its folder', { name: 'tides/.git', content: 'gitdir: ../x' }],
    ['a size that is not true', { name: 'tides/.venv/x', content: 'hello', packed: Buffer.from('no deflate') }],
  ])('%s is not refused', async (_what, entry) => {
    const { before, contents } = await sentOf(buildZip({ entries: [...PLAIN, entry] }));
    expect(contents).toEqual(contentsOf(PLAIN_FILES));
    expect(before.warnings.map(({ kind }) => kind)).toEqual(['left-out']);
  });

  test.each(['env', '.env', 'myenv', 'a/Python 3'])(
    'a virtual environment is known by its pyvenv.cfg: %s',
    async (name) => {
      const folder = `tides/${name}/`;
      const entries = [
        { name: `${folder}bin/python`, content: '/usr/bin/python3', method: 0, attributes: 0o120777 * 0x10000 },
        { name: `${folder}lib64`, content: 'lib', method: 0, attributes: 0o120777 * 0x10000 },
        { name: `${folder}pyvenv.cfg`, content: 'home = /usr/bin' },
        { name: `${folder}Scripts/main.py`, content: 'x' },
        { name: Buffer.from(`${folder}\xe9.py`, 'latin1'), flags: 0 },
      ];
      const { before, contents } = await sentOf(buildZip({ entries: [...PLAIN, ...entries] }));
      expect(contents).toEqual(contentsOf(PLAIN_FILES));
      expect(before.warnings.map(warningSentence)).toEqual([`Not uploaded: “${folder}”.`]);
    },
  );

  test('a folder with main.py is no virtual environment, and neither is one called env', async () => {
    const names = ['tides/pyvenv.cfg', 'tides/env/settings.py', 'tides/deep/pyvenv.cfg/x.py'];
    const { before } = await sentOf(buildZip({ entries: [...PLAIN, ...names.map((name) => ({ name }))] }));
    expect(before.files.map(({ path }) => path)).toEqual(expect.arrayContaining(names));
  });

  test('names that are one on some disks do not matter, in a folder and beside it', async () => {
    const names = ['tides/.venv/a', 'tides/.venv/A', 'tides/.VENV/a'];
    expect(await warningsWith(...names.map((name) => ({ name })))).toHaveLength(1);
  });

  test('counts against no limit', async () => {
    const junk = Array.from({ length: 200 }, (_, index) => ({
      name: `tides/node_modules/${index}.js`,
      content: 'x'.repeat(100),
    }));
    const zip = buildZip({ entries: [...PLAIN, ...junk] });
    const limits = { maxEntries: 5, maxUnpackedBytes: 100, maxDepth: 1 };
    expect(await inspectBytes(zip, limits)).toMatchObject({ files: [{}, {}], unpackedBytes: MAIN.length });
  });

  test('has its own limit, and what is sent keeps the usual one', async () => {
    const junk = Array.from({ length: 100 }, (_, index) => ({ name: `tides/node_modules/${index}.js` }));
    const zip = buildZip({ entries: [...PLAIN, ...junk] });
    expect(await refusalOf(zip, { maxEntries: 2 })).toBe(
      'The zip lists 102 files and folders; the limit is 100. Leave out .venv, venv, node_modules and .git: no Ability needs them. Zip the folder again.',
    );
    expect(await refusalOf(buildZip({ entries: [...PLAIN, { name: 'tides/.git/x' }] }), { maxEntries: 1 })).toContain(
      'The zip has 2 files and folders to upload; the limit is 1.',
    );
  });

  test('is never inflated, however much it would become', async () => {
    const bomb = { name: 'tides/.venv/bomb', content: Buffer.alloc(60 * 1024 * 1024) };
    expect(await inspectBytes(buildZip({ entries: [...PLAIN, bomb] }))).toMatchObject({ unpackedBytes: MAIN.length });
  });

  test.each<[string, Partial<EntryPlan>, string]>([
    ['another name in front', { local: { name: 'tides/main.txt' } }, 'has another name'],
    ['other sizes in front', { local: { bytes: 1 } }, 'different sizes'],
    ['bytes behind it', { after: Buffer.from('abc') }, 'bytes outside any entry'],
    ['encryption', { flags: 1 }, 'is encrypted'],
    ['a record in its comment', { comment: 'PK\x05\x06' }, 'contains parts of another zip'],
  ])('%s is refused there too', async (_what, plan, sentence) => {
    expect(await refusalWith({ name: 'tides/.git/index', ...plan })).toContain(sentence);
  });

  test('over any limit, the folder that has most of it is named', async () => {
    const data = Array.from({ length: 8 }, (_, index) => ({
      name: `tides/data/old/${index}.csv`,
      content: 'x'.repeat(1000),
      method: 0,
    }));
    const zip = buildZip({ entries: [...PLAIN, { name: 'tides/data/a.csv', content: 'x' }, ...data] });
    const next = "Zip the folder again without what the Ability doesn't need.";
    expect(await refusalOf(zip, { maxBytes: 5000 })).toBe(
      `The zip is larger than the limit of 5 kB. “tides/data/old/” takes up 8 kB. ${next}`,
    );
    expect(await refusalOf(zip, { maxEntries: 5 })).toBe(
      `The zip has 11 files and folders to upload; the limit is 5. “tides/data/old/” has 8 of them. ${next}`,
    );
    expect(await refusalOf(zip, { maxUnpackedBytes: 5000 })).toBe(
      `The zip unpacks to more than the limit of 5 kB. “tides/data/old/” takes up 8 kB. ${next}`,
    );
  });

  test('over the limit for the zip itself, the largest folder to remove is named', async () => {
    const heavy = (name: string, bytes: number) => ({ name, content: Buffer.alloc(bytes), method: 0 });
    const entries = [...PLAIN, heavy('tides/.git/x', 2000), heavy('tides/.venv/a', 3000), heavy('tides/.venv/b', 3000)];
    expect(await refusalOf(buildZip({ entries }), { maxBytes: 5000 })).toBe(
      'The zip is larger than the limit of 5 kB. “tides/.venv/” takes up 6 kB, and no Ability needs it. Zip the folder again without it.',
    );
  });
});

test('a record behind the content without its mark is sent without a record', async () => {
  const content = 'hello';
  const packed = deflateRawSync(content);
  const descriptor = Buffer.concat([u32(crc32(content)), u32(packed.length), u32(content.length)]);
  const entries = [{ name: 'tides/a', content, descriptor }, ...PLAIN, { name: 'tides/b', content, descriptor }];
  const { before, contents } = await sentOf(buildZip({ entries }));
  expect(contents).toEqual(contentsOf({ ...PLAIN_FILES, 'tides/a': content, 'tides/b': content }));
  expect(before).toMatchObject({ isRepacked: true, warnings: [] });
});

describe('what is run', () => {
  const init = { name: 'tides/__init__.py' };
  const sentencesOf = (...entries: EntryPlan[]) => warningsOf({ entries: [init, ...entries] });

  test('background.py alone is a daemon', async () => {
    expect(await sentencesOf({ name: 'tides/background.py', content: 'x' })).toEqual([
      'There is a background.py but no main.py, which only works for the category Background daemon.',
    ]);
  });

  test('an empty main.py, and an empty background.py beside a good one', async () => {
    const told = (name: string) => `“${name}” is empty, so the Ability does nothing.`;
    expect(await sentencesOf({ name: 'tides/main.py' })).toEqual([told('tides/main.py')]);
    expect(await sentencesOf({ name: 'tides/main.py', content: 'x' }, { name: 'tides/background.py' })).toEqual([
      told('tides/background.py'),
    ]);
  });

  test('a binary main.py, and what it looks like', async () => {
    expect(await sentencesOf({ name: 'tides/main.py', content: Buffer.from([1, 0, 2]) })).toEqual([
      '“tides/main.py” is not Python source: it contains binary data.',
    ]);
    const program = Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1');
    expect(await sentencesOf({ name: 'tides/main.py', content: program })).toEqual([
      '“tides/main.py” is not Python source: it contains binary data. It looks like a program for Linux.',
    ]);
  });

  test('a setuid mode is reported and not sent', async () => {
    const entry = { name: 'tides/run.sh', content: 'x', attributes: 0o104755 * 0x10000 };
    const { before, sent } = await sentOf(buildZip({ entries: [...PLAIN, entry] }));
    expect(before.warnings.map(warningSentence)).toEqual([
      'Files with the setuid or setgid bit: “tides/run.sh”. The bit is removed.',
    ]);
    const last = sent.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    expect(sent.readUInt32LE(last + 38) >>> 16).toBe(0o100644);
  });
});
