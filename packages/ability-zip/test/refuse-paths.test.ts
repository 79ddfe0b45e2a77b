import { describe, expect, test } from 'vitest';
import { buildZip, UTF8 } from './build-zip.ts';
import { inspectBytes, PLAIN, refusalWith, warningsWith } from './inspect-bytes.ts';

const WITHOUT_IT = 'Remove, move or rename it, then zip the folder again.';
const SO_THAT = 'so different programs would read this zip differently. Unpack it and zip the folder again.';

describe('a path that leads elsewhere', () => {
  test.each([
    ['../main.py', '“../main.py” leaves its folder with “..”.'],
    ['tides/../../etc/passwd', '“tides/../../etc/passwd” leaves its folder with “..”.'],
    ['tides/..', '“tides/..” leaves its folder with “..”.'],
    ['tides/../', '“tides/../” leaves its folder with “..”.'],
    ['.', '“.” has a folder named “.”.'],
    ['./../main.py', '“./../main.py” leaves its folder with “..”.'],
    ['.//etc/passwd', '“.//etc/passwd” starts at the root of the disk.'],
    ['tides\\..\\..\\x', '“tides\\..\\..\\x” leaves its folder with “..”.'],
    ['..\\x', '“..\\x” leaves its folder with “..”.'],
    ['.\\..\\x', '“.\\..\\x” leaves its folder with “..”.'],
    ['\\etc\\passwd', '“\\etc\\passwd” starts at the root of the disk.'],
    ['C:\\Windows\\x', '“C:\\Windows\\x” has a drive letter in its name.'],
    ['tides\\\\x', '“tides\\\\x” has a folder without a name.'],
    ['tides/.venv/../../x', '“tides/.venv/../../x” leaves its folder with “..”.'],
    ['tides\\.git\\..\\main.py', '“tides\\.git\\..\\main.py” leaves its folder with “..”.'],
    ['/tides/.git/x', '“/tides/.git/x” starts at the root of the disk.'],
    ['tides/main.py\0/.git/x', '“tides/main.py\\u{0}/.git/x” has a NUL character in its name.'],
    ['tides/./main.py', '“tides/./main.py” has a folder named “.”.'],
    ['/etc/passwd', '“/etc/passwd” starts at the root of the disk.'],
    ['//', '“//” points to another machine.'],
    ['//server/share/x', '“//server/share/x” points to another machine.'],
    ['\\\\server\\share\\x', '“\\\\server\\share\\x” points to another machine.'],
    ['C:/Windows/x', '“C:/Windows/x” has a drive letter in its name.'],
    ['c:x', '“c:x” has a drive letter in its name.'],
    ['tides/c:x', '“tides/c:x” has a drive letter in its name.'],
    ['tides/.. /x', '“tides/.. /x” has a folder whose name is only dots or spaces.'],
    ['tides/.../x', '“tides/.../x” has a folder whose name is only dots or spaces.'],
    ['tides/main.py::$DATA', '“tides/main.py::$DATA” has a colon in its name, which some systems do not allow.'],
    ['tides//x', '“tides//x” has a folder without a name.'],
    ['tides//', '“tides//” has a folder without a name.'],
    ['tides/x\0.py', '“tides/x\\u{0}.py” has a NUL character in its name.'],
    ['tides/\x1b[31mx', '“tides/\\u{1b}[31mx” has control characters in its name.'],
    ['tides/x\x7f', '“tides/x\\u{7f}” has control characters in its name.'],
    ['tides/x\n', '“tides/x\\u{a}” has control characters in its name.'],
    ['tides/\u0085x', '“tides/\\u{85}x” has control characters in its name.'],
  ])('%j', async (name, sentence) => {
    expect(await refusalWith({ name })).toBe(`${sentence} ${WITHOUT_IT}`);
  });

  test('no name at all', async () => {
    expect(await refusalWith({ name: '' })).toBe('The zip contains an entry without a name. Zip the folder again.');
  });

  test('a long name is clipped in the sentence', async () => {
    const sentence = await refusalWith({ name: `../${'a'.repeat(100)}.py` });
    expect(sentence).toBe(`“../${'a'.repeat(28)}…${'a'.repeat(28)}.py” leaves its folder with “..”. ${WITHOUT_IT}`);
  });
});

describe('an encoding that is not certain', () => {
  test('another encoding without a mark', async () => {
    expect(await refusalWith({ name: Buffer.from('tides/\xe9.py', 'latin1'), flags: 0 })).toBe(
      `The name “tides/\ufffd.py” is not valid UTF-8, so programs read it differently. Rename the file using only the letters a to z, then zip the folder again.`,
    );
  });

  test.each([
    ['letters of two code pages', 'tides/st\x9ane.py'],
    ['Cyrillic of DOS', 'tides/\x84\x85\x8c\x8e.py'],
    ['Japanese of Windows', 'tides/\x83e\x83X\x83g.py'],
  ])('%s', async (_what, name) => {
    expect(await refusalWith({ name: Buffer.from(name, 'latin1'), flags: 0 })).toContain('is not valid UTF-8');
  });

  test.each([
    // cspell:disable
    ['German of Explorer', 'tides/Ger\x84t, Gr\x94\xe1e.md', 'tides/Gerät, Größe.md'],
    ['French of Explorer', 'tides/caf\x82.md', 'tides/café.md'],
    ['German of Windows', 'tides/Ger\xe4t.md', 'tides/Gerät.md'],
    ['Swedish of Windows', 'tides/k\xe4nsla f\xf6r.md', 'tides/känsla för.md'],
    // cspell:enable
  ])('%s is plain from its bytes', async (_what, name, path) => {
    const entries = [...PLAIN, { name: Buffer.from(name, 'latin1'), content: 'x', flags: 0 }];
    const { files, warnings } = await inspectBytes(buildZip({ entries }));
    expect(files.map((file) => file.path)).toContain(path);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unmarked-names']);
  });

  test('a mark that is not true', async () => {
    expect(await refusalWith({ name: Buffer.from('tides/\xe9.py', 'latin1'), flags: UTF8 })).toBe(
      'The name “tides/\ufffd.py” is marked as UTF-8 but is not valid UTF-8. Zip the folder again.',
    );
  });

  test('a byte order mark is part of the name, not of the encoding', async () => {
    const { files } = await inspectBytes(buildZip({ entries: [{ name: '\ufefftides/x' }] }));
    expect(files).toMatchObject([{ path: '\ufefftides/x' }]);
  });
});

describe('two entries for one place', () => {
  test.each([
    ['the same name', 'tides/a.py', 'tides/a.py', '“tides/a.py” is in the zip twice'],
    ['the same folder', 'tides/a/', 'tides/a/', '“tides/a” is in the zip twice'],
    ['by case', 'tides/a.py', 'tides/A.py', '“tides/a.py” and “tides/A.py” are the same name on many systems'],
    ['by case of a folder', 'tides/a/x', 'tides/A/y', '“tides/a” and “tides/A” are the same name on many systems'],
    ['by case beyond ASCII', 'tides/É', 'tides/é', '“tides/É” and “tides/é” are the same name on many systems'],
    [
      'by a letter that folds to two',
      'tides/ß',
      'tides/SS',
      '“tides/ß” and “tides/SS” are the same name on many systems',
    ],
    [
      'by Unicode form',
      'tides/\u00e9',
      'tides/e\u0301',
      '“tides/\u00e9” and “tides/e\u0301” are the same name on many systems',
    ],
    [
      'by both',
      'tides/\u00c9',
      'tides/e\u0301',
      '“tides/\u00c9” and “tides/e\u0301” are the same name on many systems',
    ],
    [
      'by what is not seen',
      'tides/a',
      'tides/a\u200b',
      '“tides/a” and “tides/a\\u{200b}” are the same name on many systems',
    ],
    ['by what Windows drops', 'tides/a', 'tides/a. ', '“tides/a” and “tides/a. ” are the same name on many systems'],
    ['by the way folders are written', 'tides/a/b', 'tides\\a\\b', '“tides/a/b” is in the zip twice'],
    ['by both ways and case', 'tides/a/b', 'tides\\A\\b', '“tides/a” and “tides/A” are the same name on many systems'],
    ['by a dot in front', 'tides/a', './tides/a', '“tides/a” is in the zip twice'],
    ['a file and a folder, written otherwise', 'tides/a', 'tides\\a\\b', '“tides/a” is both a file and a folder'],
    ['a file and a folder', 'tides/a', 'tides/a/', '“tides/a” is both a file and a folder'],
    ['a file that holds files', 'tides/a', 'tides/a/b', '“tides/a” is both a file and a folder'],
    ['a file that holds files, told later', 'tides/a/b', 'tides/a', '“tides/a” is both a file and a folder'],
  ])('%s', async (_what, first, second, sentence) => {
    expect(await refusalWith({ name: first }, { name: second })).toBe(`${sentence}, ${SO_THAT}`);
  });

  test('a folder that is known by its files may be listed, once', async () => {
    const [file, folder] = [{ name: 'tides/a/b' }, { name: 'tides/a/' }];
    expect(await warningsWith(file, folder, { name: 'tides/' })).toEqual([]);
    expect(await refusalWith(file, folder, folder)).toBe(`“tides/a” is in the zip twice, ${SO_THAT}`);
  });
});
