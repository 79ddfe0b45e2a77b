import type { InstalledAbility } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

const PUT = /edit-installed-capability/;
const toggle = (verb: 'enable' | 'disable', ...names: string[]): Command => ({
  verb,
  targets: names.map((name) => ({ by: 'name', name })),
});
const run = ({ context }: Account, command: Command) => runIfAllowed(command, context, ANA);
const failAt = async ({ faults, installed }: Account, name: string, status: number) => {
  const { id } = await installed(name);
  faults.add({ match: { path: new RegExp(`edit-installed-capability/${id}/`) }, fault: { kind: 'status', status } });
};

const switched = ({ id, name, triggerWords }: InstalledAbility) => ({ kind: 'toggled', id, name, words: triggerWords });

test('each has its own result, and one that cannot be switched does not hold up the others', async () => {
  const account = await openAccount();
  const names = ['Night Watch', 'News', 'Radio', 'Garage Door', 'Old Jukebox', 'Newss', 'System Update'];
  await run(account, toggle('disable', 'System Update'));
  const sent = account.changes().length;
  const outcome = await run(account, toggle('enable', ...names));
  expect(outcome).toEqual({
    kind: 'toggled-several',
    enabled: true,
    results: [
      switched(await account.installed('Night Watch')),
      { kind: 'unchanged', id: (await account.installed('News')).id, name: 'News' },
      { kind: 'needs-trigger-words', id: (await account.installed('Radio')).id, name: 'Radio' },
      switched(await account.installed('System Update')),
      { kind: 'refused', asked: 'Garage Door', refusal: expect.objectContaining({ why: 'not-installed' }) },
      { kind: 'refused', asked: 'Old Jukebox', refusal: expect.objectContaining({ why: 'orphan' }) },
      { kind: 'refused', asked: 'Newss', refusal: expect.objectContaining({ suggestions: ['News'] }) },
    ],
  });
  expect(account.changes()).toHaveLength(sent + 2);
  expect((await account.installed('Night Watch')).enabled).toBe(true);
});

test('one that is named in several ways is switched once', async () => {
  const account = await openAccount();
  const [news, { id: abilityId }] = [await account.installed('News'), await account.ability('News')];
  const outcome = await runIfAllowed(
    {
      verb: 'disable',
      targets: [
        { by: 'name', name: 'NEWS' },
        { by: 'ability', id: abilityId },
        { by: 'installed', id: news.id },
      ],
    },
    account.context,
    ANA,
  );
  expect(outcome).toEqual({
    kind: 'toggled-several',
    enabled: false,
    results: [switched(news)],
  });
});

test('both lists are read once to find them, however many there are', async () => {
  const account = await openAccount();
  await run(account, toggle('disable', 'News', 'Timer', 'Weather'));
  const reads = account.calls().filter((call) => call === 'GET get-all-capabilities');
  expect(reads).toHaveLength(1);
});

test('more than a form can hold are refused, and nothing is read', async () => {
  const account = await openAccount();
  const names = Array.from({ length: 51 }, (_, index) => `Ability ${index}`);
  for (const verb of ['enable', 'disable'] as const) {
    expect(await run(account, toggle(verb, ...names))).toEqual({
      kind: 'refused',
      refusal: { why: 'too-many', what: 'Abilities', max: 50 },
    });
  }
  expect(account.calls()).toEqual([]);
});

describe('trouble', () => {
  test.each([
    ['500: it may be about the one', 500],
    ['400', 400],
    ['403: the one may be forbidden', 403],
  ])('with one of them leaves the others to be switched: %s', async (_what, status) => {
    const account = await openAccount();
    await failAt(account, 'News', status);
    expect(await run(account, toggle('disable', 'Weather', 'News', 'Timer'))).toMatchObject({
      results: [
        { kind: 'toggled', name: 'Weather' },
        { kind: 'trouble', name: 'News', effect: status === 500 ? 'unknown' : 'none' },
        { kind: 'toggled', name: 'Timer' },
      ],
    });
  });

  test.each([
    ['a key that is not accepted', { kind: 'status', status: 401 }, 'none', 1],
    ['a redirect', { kind: 'redirect', location: '/elsewhere' }, 'none', 1],
    ['a web page', { kind: 'html' }, 'unknown', 1],
    ['a service that asks to slow down', { kind: 'status', status: 429 }, 'none', 1],
    ['a connection that is cut', { kind: 'reset' }, 'unknown', 2],
  ] as const)('%s ends it for all', async (_what, fault, effect, sends) => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, fault });
    const outcome = await run(account, toggle('disable', 'Weather', 'News', 'Timer'));
    expect(outcome).toMatchObject({
      results: [
        { kind: 'trouble', name: 'Weather', effect },
        { kind: 'trouble', name: 'News', effect: 'none' },
        { kind: 'trouble', name: 'Timer', effect: 'none' },
      ],
    });
    expect(account.changes()).toHaveLength(sends);
  });

  test('in the middle is reported for that one, not for those before it', async () => {
    const account = await openAccount();
    await failAt(account, 'News', 401);
    expect(await run(account, toggle('disable', 'Weather', 'News', 'Timer'))).toMatchObject({
      results: [{ kind: 'toggled' }, { kind: 'trouble' }, { kind: 'trouble', effect: 'none' }],
    });
    expect((await account.installed('Timer')).enabled).toBe(true);
  });
});
