import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Settings } from '../src/config/settings.ts';
import { ROLES, type Role } from '../src/core/access.ts';
import { parseCommand, usageOf, VERBS } from '../src/core/verbs.ts';
import { BOT_EVENTS, BOT_SCOPES, DISTRIBUTED_EVENTS, SHORTCUTS } from '../src/slack/workspace.ts';

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');
const manifest = await read('manifest.yml');
const commandsPage = await read('docs/commands.md');
const rolesPage = await read('docs/roles.md');
const securityPage = await read('docs/security.md');

/** The entries of a list of plain words in the manifest. */
function listOf(key: string): string[] {
  const [, entries = ''] = new RegExp(`^ *${key}:\\n((?: +- \\S+\\n)+)`, 'm').exec(manifest) ?? [];
  return [...entries.matchAll(/- (\S+)/g)].map(([, entry = '']) => entry);
}

test('the manifest asks for the scopes and the events of the bot', () => {
  expect(listOf('bot')).toEqual(Object.keys(BOT_SCOPES));
  expect(listOf('bot_events')).toEqual([...BOT_EVENTS]);
});

test('the manifest says which events several workspaces need besides', () => {
  const besides = [...manifest.matchAll(/^ +# MANY: - (\S+)$/gm)].map(([, event]) => event);
  expect(besides).toEqual([...DISTRIBUTED_EVENTS]);
});

test('the manifest offers the shortcuts of the bot, within the limits of Slack', () => {
  const offered = [
    ...manifest.matchAll(/- name: (.+)\n +type: (\w+)\n +callback_id: ([\w-]+)\n +description: (.+)\n/g),
  ].map(([, name, type, id = '', description]) => [id, { name, type, description }]);
  expect(Object.fromEntries(offered)).toEqual(SHORTCUTS);
  for (const { name, description } of Object.values(SHORTCUTS)) {
    expect(name.length).toBeLessThanOrEqual(24);
    expect(description.length).toBeLessThanOrEqual(150);
  }
});

test('the usage hint names every verb', () => {
  const [, hint = ''] = /usage_hint: "\[(.+)\]"/.exec(manifest) ?? [];
  // Refused where the account is set in the environment.
  expect(hint.split(' | ').sort()).toEqual(
    VERBS.filter(({ onlyOwnAccount }) => !onlyOwnAccount)
      .map(({ name }) => name)
      .sort(),
  );
});

test('docs/security.md gives the reason for each scope', () => {
  const [, table = ''] = /^## Slack scopes\n([\s\S]*?)\n## /m.exec(securityPage) ?? [];
  const rows = [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, scope, reason]) => [scope, reason]);
  expect(Object.fromEntries(rows)).toEqual(BOT_SCOPES);
});

test('docs/security.md names the events, docs/commands.md the shortcuts', () => {
  const events = [...BOT_EVENTS, ...DISTRIBUTED_EVENTS].map((event) => `\`${event}\``);
  expect(events.filter((event) => !securityPage.includes(event))).toEqual([]);
  const names = Object.values(SHORTCUTS).map(({ name }) => name);
  expect(names.filter((name) => !commandsPage.includes(`**${name}**`))).toEqual([]);
});

/** The table of verbs, as rows of cells. */
function verbRows() {
  const [, table = ''] = /^## All commands\n([\s\S]*?)\n## /m.exec(commandsPage) ?? [];
  return [...table.matchAll(/^\| `([^`]+)` \| (\w+) \| [^|]+ \| `([^`]+)` \|$/gm)].map(
    ([, usage = '', role = '', example = '']) => ({ usage, role, example }),
  );
}

test('docs/commands.md has a row for every verb with the role that it needs', () => {
  expect(verbRows().map(({ usage, role }) => [usage, role])).toEqual(
    VERBS.map((verb) => [usageOf(verb), verb.role === 'none' ? 'anyone' : verb.role]),
  );
});

test('docs/commands.md has an example of every verb, which is that verb', () => {
  const read = verbRows().map(({ example }) => [example, parseCommand(example)] as const);
  expect(read.filter(([, parsed]) => !parsed.ok)).toEqual([]);
  expect(verbRows().filter(({ example, usage }) => example.split(' ')[0] !== usage.split(' ')[0])).toEqual([]);
});

test('docs/commands.md lists the eight endpoints', () => {
  const [, table = ''] = /^## The eight endpoints\n([\s\S]*)$/m.exec(commandsPage) ?? [];
  const numbers = [...table.matchAll(/^\| (\d) \|/gm)].map(([, number]) => number);
  expect(numbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

/** The table of roles: each with the verbs that it adds. */
function roleRows() {
  const [, table = ''] = /^\| role \|.*\n([\s\S]*?)\n\n/m.exec(rolesPage) ?? [];
  return [...table.matchAll(/^\| (\w+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, role, may = '', who = '']) => ({
    role,
    may,
    who,
    verbs: [...may.matchAll(/`([a-z]+)`/g)].map(([, verb]) => verb),
  }));
}

test('docs/roles.md lists each verb once, with the role that it needs', () => {
  const listed = roleRows().map(({ role, verbs }) => [role, verbs.sort()]);
  const namesOf = (role: Role) => VERBS.filter((verb) => verb.role === role).map(({ name }) => name);
  expect(listed).toEqual(ROLES.map((role) => [role, namesOf(role).sort()]));
});

test('docs/roles.md says who may replace an Ability, and what full members are', () => {
  const rows = roleRows();
  const roles = [...new Set(VERBS.flatMap(({ toReplace }) => toReplace?.role ?? []))];
  expect(rows.filter(({ may }) => may.includes('replacing an Ability with an upload')).map(({ role }) => role)).toEqual(
    roles,
  );
  const ofMembers = Settings.shape.MEMBER_ROLE.parse(undefined);
  expect(rows.filter(({ who }) => who.includes('full members')).map(({ role }) => role)).toEqual([ofMembers]);
});
