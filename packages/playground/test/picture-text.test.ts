import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareWithPicture } from '../src/screenshots/picture-text.ts';
import { makeFolder } from './make-folder.ts';

test('a picture without its text is reported', async () => {
  const folder = await makeFolder();
  expect(await compareWithPicture(folder, 'list', 'Abilities\n')).toBe(`${join(folder, 'list.txt')} is missing.`);
});

test('a page that says what the picture shows is not reported', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'list.txt'), 'Abilities\nDisable\n');
  expect(await compareWithPicture(folder, 'list', 'Abilities\nDisable\n')).toBeNull();
});

test('what is gone and what is new are reported by line', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'list.txt'), 'Abilities\nSwitch off\n');
  expect(await compareWithPicture(folder, 'list', 'Abilities\nDisable\n')).toBe(
    'list no longer matches the page:\n  - Switch off\n  + Disable',
  );
});

test('lines in another order, or fewer of the same, are reported too', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'list.txt'), 'Disable\nEnable\nEnable\n');
  const sameLines = 'list no longer matches the page:\n  the same lines, but in a different order or number';
  expect(await compareWithPicture(folder, 'list', 'Enable\nDisable\nEnable\n')).toBe(sameLines);
  expect(await compareWithPicture(folder, 'list', 'Disable\nEnable\n')).toBe(sameLines);
});
