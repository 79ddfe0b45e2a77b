import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { VERBS } from '../src/core/verbs.ts';
import { BOT_EVENTS, BOT_SCOPES } from '../src/slack/scopes.ts';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');
const manifest = await read('manifest.yml');
const readme = await read('README.md');

/** The entries of a list of the manifest that holds nothing but words. */
function listOf(key: string): string[] {
  const [, entries = ''] = new RegExp(`^ *${key}:\\n((?: +- \\S+\\n)+)`, 'm').exec(manifest) ?? [];
  return [...entries.matchAll(/- (\S+)/g)].map(([, entry = '']) => entry);
}

test('the manifest asks for the scopes and the events of the bot', () => {
  expect(listOf('bot')).toEqual(Object.keys(BOT_SCOPES));
  expect(listOf('bot_events')).toEqual([...BOT_EVENTS]);
});

test('the usage hint names every verb', () => {
  const [, hint = ''] = /usage_hint: "\[(.+)\]"/.exec(manifest) ?? [];
  expect(hint.split(' | ').sort()).toEqual(VERBS.map(({ name }) => name).sort());
});

test('the README gives each scope its reason', () => {
  const [, table = ''] = /^## Scopes\n([\s\S]*?)\n## /m.exec(readme) ?? [];
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, scope, reason]) => [scope, reason]);
  expect(Object.fromEntries(rows)).toEqual(BOT_SCOPES);
});
