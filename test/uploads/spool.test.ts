import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Spool, SpoolFullError } from '../../src/uploads/spool.ts';
import { makeFolder } from '../make-folder.ts';

const NOW = Date.parse('2025-01-01T12:00:00Z');
const HOUR = 3_600_000;
const ROOM = 1000;

const age = (path: string, ageMs: number) => utimes(path, NOW / 1000, (NOW - ageMs) / 1000);

async function makeAged(dir: string, name: string, ageMs: number): Promise<void> {
  await mkdir(join(dir, name));
  await writeFile(join(dir, name, 'package.zip'), 'made up');
  await age(join(dir, name), ageMs);
}

describe('at start', () => {
  test('only its own folders older than an hour are removed', async () => {
    const dir = await makeFolder();
    await makeAged(dir, 'abilities-upload-old', HOUR + 1000);
    await makeAged(dir, 'abilities-upload-young', HOUR - 1000);
    await makeAged(dir, 'other-old', 2 * HOUR);
    await new Spool(dir, ROOM).open(NOW);
    expect((await readdir(dir)).sort()).toEqual(['abilities-upload-young', 'other-old']);
  });

  test('the folder is made, for its owner alone', async () => {
    const dir = join(await makeFolder(), 'data', 'spool');
    await new Spool(dir, ROOM).open(NOW);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  test('a path that is no folder is reported', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    await expect(new Spool(file, ROOM).open(NOW)).rejects.toThrow();
    await expect(new Spool(join(file, 'below'), ROOM).open(NOW)).rejects.toThrow();
  });
});

test('a lent folder is for its owner alone, and goes also when the work fails', async () => {
  const dir = await makeFolder();
  const work = new Spool(dir, ROOM).lend(async ({ path }) => {
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await writeFile(join(path, 'package.zip'), 'made up');
    throw new Error('the work failed');
  });
  await expect(work).rejects.toThrow('the work failed');
  expect(await readdir(dir)).toEqual([]);
});

test('what work gives is given back', async () => {
  expect(await new Spool(await makeFolder(), ROOM).lend(async () => 7)).toBe(7);
});

describe('a sweep', () => {
  test('leaves what is lent, however old it looks, and removes what others left behind', async () => {
    const dir = await makeFolder();
    const spool = new Spool(dir, ROOM);
    await spool.lend(async ({ path }) => {
      await age(path, 2 * HOUR);
      await makeAged(dir, 'abilities-upload-left', 2 * HOUR);
      await spool.sweep(NOW);
      expect(await readdir(dir)).toEqual([path.slice(dir.length + 1)]);
    });
  });

  test('by another process spares what is young, which may be lent there', async () => {
    const dir = await makeFolder();
    await new Spool(dir, ROOM).lend(async ({ path }) => {
      await new Spool(dir, ROOM).sweep((await stat(path)).mtimeMs + HOUR);
      expect(await readdir(dir)).toHaveLength(1);
    });
  });
});

describe('the room for files', () => {
  const full = 'I have no room for more files right now.';

  test('is given up to its last byte, and not beyond', async () => {
    await new Spool(await makeFolder(), ROOM).lend(async ({ reserve }) => {
      reserve(ROOM);
      expect(() => reserve(1)).toThrow(new SpoolFullError(full));
      reserve(0);
    });
  });

  test('is shared by all that is lent, and adds up within one folder', async () => {
    const spool = new Spool(await makeFolder(), ROOM);
    await spool.lend(async (first) => {
      first.reserve(300);
      first.reserve(300);
      await spool.lend(async (second) => {
        expect(() => second.reserve(401)).toThrow(SpoolFullError);
        second.reserve(400);
        expect(() => first.reserve(1)).toThrow(SpoolFullError);
      });
    });
  });

  test('that was refused is not counted', async () => {
    await new Spool(await makeFolder(), ROOM).lend(async ({ reserve }) => {
      expect(() => reserve(ROOM + 1)).toThrow(SpoolFullError);
      reserve(ROOM);
    });
  });

  test('is free again when the work has ended, and when it has failed', async () => {
    const spool = new Spool(await makeFolder(), ROOM);
    await spool.lend(async ({ reserve }) => reserve(ROOM));
    const failing = spool.lend(async ({ reserve }) => {
      reserve(ROOM);
      throw new Error('the work failed');
    });
    await expect(failing).rejects.toThrow('the work failed');
    await spool.lend(async ({ reserve }) => reserve(ROOM));
  });
});

test('folders still in use at the end are removed with it, but not those of others', async () => {
  const dir = await makeFolder();
  const spool = new Spool(dir, ROOM);
  await new Spool(dir, ROOM).lend(async (foreign) => {
    await spool.lend(async ({ path }) => {
      await writeFile(join(path, 'package.zip'), 'made up');
      await spool.clear();
      expect(await readdir(dir)).toEqual([foreign.path.slice(dir.length + 1)]);
    });
  });
});
