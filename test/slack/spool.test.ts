import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Spool } from '../../src/slack/files/spool.ts';
import { makeFolder } from '../make-folder.ts';

const NOW = Date.parse('2025-01-01T12:00:00Z');
const HOUR = 3_600_000;

test('at start, folders of its own that are older than an hour are removed, and nothing else', async () => {
  const dir = await makeFolder();
  const make = async (name: string, ageMs: number) => {
    await mkdir(join(dir, name));
    await writeFile(join(dir, name, 'package.zip'), 'made up');
    await utimes(join(dir, name), NOW / 1000, (NOW - ageMs) / 1000);
  };
  await make('abilities-bot-old', HOUR + 1000);
  await make('abilities-bot-young', HOUR - 1000);
  await make('other-old', 2 * HOUR);
  await new Spool(dir).open(NOW);
  expect((await readdir(dir)).sort()).toEqual(['abilities-bot-young', 'other-old']);
});

test('a place that is no folder is told at start', async () => {
  const dir = await makeFolder();
  await writeFile(join(dir, 'file'), '');
  await expect(new Spool(join(dir, 'file')).open(NOW)).rejects.toThrow();
  await expect(new Spool(join(dir, 'missing')).open(NOW)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a lent folder is for its owner alone, and goes also when the work fails', async () => {
  const dir = await makeFolder();
  const work = async (folder: string) => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    throw new Error('the work failed');
  };
  await expect(new Spool(dir).lend(work)).rejects.toThrow('the work failed');
  expect(await readdir(dir)).toEqual([]);
});

test('what is still lent at the end goes with it, and nobody else’s', async () => {
  const dir = await makeFolder();
  const spool = new Spool(dir);
  await new Spool(dir).lend(async (foreign) => {
    await spool.lend(async (folder) => {
      await writeFile(join(folder, 'package.zip'), 'made up');
      await spool.clear();
      expect(await readdir(dir)).toEqual([foreign.slice(dir.length + 1)]);
    });
  });
});
