import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectPackage } from '../src/inspect-package.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
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
