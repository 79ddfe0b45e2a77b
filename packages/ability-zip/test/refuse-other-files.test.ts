import { describe, expect, test } from 'vitest';
import { buildZip, u32 } from './build-zip.ts';
import { PLAIN, refusalOf } from './inspect-bytes.ts';
import { makeZip, packageFiles } from './make-zip.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const AGAIN = 'Zip the folder again.';
const AS_ZIP = 'Zip the folder of your Ability.';
const CUT = `The zip is incomplete. ${AGAIN}`;
const PART = 'This is one part of a split zip. Zip the folder into a single file.';

test('an empty file', async () => {
  expect(await refusalOf(Buffer.alloc(0))).toBe(`The file is empty. ${AGAIN}`);
});

describe('a file that is no zip is called what it is', () => {
  test.each([
    ['a PNG image', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['a JPEG image', latin1('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['a GIF image', latin1('GIF89a')],
    ['a WebP image', latin1('RIFF\x10\0\0\0WEBPVP8 ')],
    ['a sound file', latin1('RIFF\x10\0\0\0WAVEfmt ')],
    ['a sound file', latin1('ID3\x04\0\0')],
    ['a video', latin1('\0\0\0\x20ftypisom')],
    ['a PDF document', latin1('%PDF-1.7\n')],
    ['an old office document', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    ['an RTF document', latin1('{\\rtf1')],
    ['a gzip archive', latin1('\x1f\x8b\x08\0\0\0\0\0\0\x03')],
    ['a bzip2 archive', latin1('BZh91AY')],
    ['an xz archive', latin1('\xfd7zXZ\0')],
    ['a Zstandard archive', latin1('\x28\xb5\x2f\xfd')],
    ['a 7z archive', latin1('7z\xbc\xaf\x27\x1c')],
    ['a RAR archive', latin1('Rar!\x1a\x07\x01\0')],
    ['a tar archive', Buffer.concat([Buffer.alloc(257, 'a'), latin1('ustar\x0000')])],
    ['a program for Windows', latin1('MZ\x90\0')],
    ['a program for Linux', latin1('\x7fELF\x02')],
    ['a SQLite database', latin1('SQLite format 3\0')],
    ['an XML file', Buffer.from('<?xml version="1.0"?><a/>')],
    ['a JSON file', Buffer.from('{\n  "name": 1\n}')],
    ['a Python file', Buffer.from('# tides\nimport math\n')],
    ['a Python file', Buffer.from('\ufeffclass Tides(Base):\n    pass\n')],
    ['a text file', Buffer.from('Hello, see the zip.')],
    ['a text file', Buffer.from('\ufeffHello', 'utf16le')],
  ])('%s', async (what, bytes) => {
    expect(await refusalOf(bytes)).toBe(`The file is ${what}, not a zip. ${AS_ZIP}`);
  });

  test.each(['<!DOCTYPE html><title>Sign in</title>', '\n<!-- a --><!-- b -->\n<html lang="en">'])(
    '%j',
    async (page) => {
      expect(await refusalOf(Buffer.from(page))).toBe(
        `The file is a web page, not a zip. The download probably required signing in. ${AS_ZIP}`,
      );
    },
  );

  test.each([
    ['nothing that is known', latin1('\x00\x01\x02\xfe')],
    ['spaces', Buffer.from('  \n')],
  ])('%s', async (_what, bytes) => {
    expect(await refusalOf(bytes)).toBe(`The file is not a zip. ${AS_ZIP}`);
  });

  test('many comments in front of nothing take no time', async () => {
    expect(await refusalOf(Buffer.from('<!---->'.repeat(600)))).toContain('a text file');
  });
});

describe('a zip that is something else', () => {
  test.each([
    ['an office document', '[Content_Types].xml'],
    ['an office document', 'META-INF/manifest.xml'],
    ['an e-book', 'META-INF/container.xml'],
    ['a Java archive', 'META-INF/MANIFEST.MF'],
    ['an Android app', 'AndroidManifest.xml'],
  ])('%s, by %s', async (what, name) => {
    expect(await refusalOf(buildZip({ entries: [...PLAIN, { name }] }))).toBe(
      `The file is ${what} (it contains “${name}”), not a zipped folder. Zip the folder of your Ability.`,
    );
  });
});

describe('a zip without files', () => {
  test.each([
    ['nothing at all', () => makeZip({})],
    ['folders only', () => makeZip({ 'a/': '', 'a/b/': '' })],
  ])('%s', async (_what, make) => {
    expect(await refusalOf(await make())).toBe(`The zip contains no files. ${AGAIN}`);
  });
});

describe('a zip that is cut', () => {
  test.each([30, 200])('without its last %i bytes', async (bytes) => {
    expect(await refusalOf((await makeZip(packageFiles)).subarray(0, -bytes))).toBe(CUT);
  });

  test.each([
    ['within its last record', buildZip({ entries: PLAIN }).subarray(0, -5)],
    ['within its comment', buildZip({ entries: PLAIN, comment: 'hello' }).subarray(0, -2)],
  ])('%s', async (_where, bytes) => {
    expect(await refusalOf(bytes)).toBe(`The zip is damaged: its last record is cut off. ${AGAIN}`);
  });

  test('at its start', async () => {
    const zip = buildZip({ entries: PLAIN });
    expect(await refusalOf(zip.subarray(40))).toBe(
      `The zip is damaged: its directory is not where its end record says. ${AGAIN}`,
    );
  });

  test('of more bytes behind it than any program looks through', async () => {
    const zip = buildZip({ entries: PLAIN, trailing: Buffer.alloc(70_000) });
    expect(await refusalOf(zip)).toBe(CUT);
  });
});

describe('one of several files', () => {
  test.each([
    ['the first', Buffer.concat([u32(0x08074b50), buildZip({ entries: PLAIN }).subarray(0, 60)])],
    ['the first, of a packer that needed one only', Buffer.from('PK00PK\x03\x04')],
    ['the last', buildZip({ entries: PLAIN, end: { disk: 1 } })],
    ['the last, with a directory that began before', buildZip({ entries: PLAIN, end: { directoryDisk: 1 } })],
    ['the last, with entries elsewhere', buildZip({ entries: PLAIN, end: { entriesOnDisk: 1, entries: 2 } })],
    ['the last, with one entry elsewhere', buildZip({ entries: [...PLAIN, { name: 'a', central: { disk: 1 } }] })],
    ['the last, with ZIP64', buildZip({ entries: PLAIN, zip64: { disks: 2 } })],
    ['the last, with ZIP64 and a record elsewhere', buildZip({ entries: PLAIN, zip64: { recordDisk: 1 } })],
    ['the last, with ZIP64 and entries elsewhere', buildZip({ entries: PLAIN, zip64: { entriesOnDisk: 1 } })],
  ])('%s', async (_which, bytes) => {
    expect(await refusalOf(bytes)).toBe(PART);
  });
});
