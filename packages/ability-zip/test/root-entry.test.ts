import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectPackage } from '../src/inspect-package.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { buildZip, type EntryPlan } from './build-zip.ts';
import { inspectBytes, PLAIN } from './inspect-bytes.ts';
import { makeFolder } from './make-folder.ts';

/** Its entry `./` declares 0 bytes but inflates to another file. */
const HIDING = [
  'UEsDBBQAAAAIAAAAIQAAAAAADwIAAAAAAAACAAAALi/LSM3JyddRyABRAFBLAwQKAAAAAABKUnVdAAAAAAAAAAAAAAAABgAcAHRpZGVz',
  'L1VUCQAD628Ba+tvAWt1eAsAAQQAAAAABAAAAABQSwMECgAAAAAASlJ1XYJUOy8mAAAAJgAAAA0AHAB0aWRlcy9tYWluLnB5VVQJAAPr',
  'bwFr628Ba3V4CwABBAAAAAAEAAAAAGRlZiBydW4odXR0ZXJhbmNlKToKICAgIHJldHVybiAiaGlnaCIKUEsDBAoAAAAAAEpSdV0AAAAA',
  'AAAAAAAAAAARABwAdGlkZXMvX19pbml0X18ucHlVVAkAA+tvAWvrbwFrdXgLAAEEAAAAAAQAAAAAUEsBAh4DCgAAAAAASlJ1XQAAAAAA',
  'AAAAAAAAAAYAGAAAAAAAAAAQAO1BAAAAAHRpZGVzL1VUBQAD628Ba3V4CwABBAAAAAAEAAAAAFBLAQIeAwoAAAAAAEpSdV2CVDsvJgAA',
  'ACYAAAANABgAAAAAAAEAAACkgUAAAAB0aWRlcy9tYWluLnB5VVQFAAPrbwFrdXgLAAEEAAAAAAQAAAAAUEsBAh4DCgAAAAAASlJ1XQAA',
  'AAAAAAAAAAAAABEAGAAAAAAAAAAAAKSBrQAAAHRpZGVzL19faW5pdF9fLnB5VVQFAAPrbwFrdXgLAAEEAAAAAAQAAAAAUEsFBgAAAAAD',
  'AAMA9gAAAPgAAAAAAFBLAwQUAAAACAAAACEAgxbcjAMAAAABAAAADwAAAC4vdGlkZXMvbWFpbi5weasAAFBLAQIUAxQAAAAIAAAAIQAA',
  'AAAADwIAAAAAAAACAAAAAAAAAAAAAAAAAAAAAAAuL1BLAQIUAxQAAAAIAAAAIQCDFtyMAwAAAAEAAAAPAAAAAAAAAAAAAAAAAC8CAAAu',
  'L3RpZGVzL21haW4ucHlQSwUGAAAAAAIAAgBtAAAAXwIAAAAA',
].join('');

test('an entry for the root that hides content is refused', async () => {
  const path = join(await makeFolder(), 'hiding.zip');
  await writeFile(path, Buffer.from(HIDING, 'base64'));
  await expect(inspectPackage(path, DEFAULT_LIMITS)).rejects.toThrow('“./” is a folder but has contents');
});

describe('an entry for the root as Dropbox writes it', () => {
  const ROOT: EntryPlan = { name: '/', method: 0 };

  test('is accepted, and nothing of it is sent', async () => {
    const report = await inspectBytes(buildZip({ entries: [ROOT, ...PLAIN] }));
    expect(report).toMatchObject({ layout: 'single-folder', isRepacked: true, warnings: [] });
    expect(report.files.map(({ path }) => path)).toEqual(['tides/__init__.py', 'tides/main.py']);
  });

  test.each<[string, EntryPlan]>([
    ['contents', { ...ROOT, content: 'x' }],
    ['compressed data', { ...ROOT, method: 8 }],
    ['a link', { ...ROOT, attributes: 0o120777 * 0x10000 }],
    ['another name in front', { ...ROOT, local: { name: 'x' } }],
    ['two slashes', { ...ROOT, name: '//' }],
    ['a backslash', { ...ROOT, name: '\\' }],
    ['more behind it', { ...ROOT, name: '/x' }],
    ['more before it', { ...ROOT, name: './/' }],
  ])('with %s is refused', async (_what, entry) => {
    await expect(inspectBytes(buildZip({ entries: [entry, ...PLAIN] }))).rejects.toMatchObject({
      name: 'PackageProblemError',
    });
  });
});
