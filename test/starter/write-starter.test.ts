import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import { describe, expect, test } from 'vitest';
import { starterFiles, writeStarter } from '../../src/uploads/starter.ts';
import { PackageTexts } from '../../src/uploads/suggest-form.ts';
import { useAccounts } from '../core/operations/account.ts';
import { makeFolder } from '../make-folder.ts';

const openAccount = useAccounts({});

async function write(name: string): Promise<string> {
  const path = join(await makeFolder(), 'starter.zip');
  await writeStarter(name, path);
  return path;
}

test('is a package without anything to warn of, in a folder of the given name', async () => {
  const report = await inspectPackage(await write('Moon Phases'), DEFAULT_LIMITS);
  expect(report).toMatchObject({ layout: 'single-folder', warnings: [] });
  expect(report.files.map(({ path }) => path)).toEqual(
    ['README.md', '__init__.py', 'main.py'].map((name) => `moon_phases/${name}`),
  );
});

test('the service takes it', async () => {
  const { ability, context } = await openAccount();
  await context.service.uploadAbility({
    name: 'Moon Phases',
    category: 'skill',
    description: 'A first one.',
    triggerWords: ['moon phases'],
    zip: { path: await write('Moon Phases'), fileName: 'moon_phases.zip' },
    existingIds: new Set(),
  });
  expect((await ability('Moon Phases')).description).toBe('A first one.');
});

test('the same name gives the same bytes', async () => {
  expect(await readFile(await write('Tides'))).toEqual(await readFile(await write('Tides')));
});

describe('its contents', () => {
  const text = (path: string) => starterFiles('Moon Phases').find((file) => file.path === path)?.content ?? '';

  test('the README is headed by the name and says what to change', () => {
    expect(text('README.md')).toMatch(/^# Moon Phases\n/);
    expect(text('README.md')).toContain('## What to change');
  });

  test('the README gives the form the description and the trigger words', async () => {
    const texts = new PackageTexts();
    for (const { content, path } of starterFiles('Moon Phases')) {
      if (content !== '') texts.visit(`moon_phases/${path}`, Buffer.from(content));
    }
    expect(texts.suggest()).toMatchObject({
      heading: 'Moon Phases',
      description: 'Says how many words it heard.',
      triggerWords: ['moon phases'],
      wordsFrom: 'README.md',
    });
  });

  test('the program imports nothing', () => {
    expect(text('main.py')).not.toMatch(/^\s*(import|from)\b/m);
    expect(text('main.py')).toContain('def run(');
    expect(text('__init__.py')).toBe('');
  });
});
