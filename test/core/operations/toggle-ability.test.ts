import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

const PUT = /edit-installed-capability/;
const INSTALLED = /get-installed-capabilities/;
const toggle = (verb: 'enable' | 'disable', name: string, triggerWords?: string[]): Command => ({
  verb,
  targets: [{ by: 'name', name }],
  ...(triggerWords ? { triggerWords } : {}),
});

/** A row's button: it carries the installed ID, so the list is read once before the change. */
const click = async (verb: 'enable' | 'disable', { installed }: Account, name: string): Promise<Command> => ({
  verb,
  targets: [{ by: 'installed', id: (await installed(name)).id }],
});

describe('switching', () => {
  test.each([
    ['disable', 'News', false],
    ['enable', 'Night Watch', true],
  ] as const)('%s %s keeps everything else as it was', async (verb, name, enabled) => {
    const account = await openAccount();
    const before = await account.installed(name);
    expect(await runIfAllowed(toggle(verb, name), account.context, ANA)).toEqual({
      kind: 'toggled',
      id: before.id,
      name,
      enabled,
      triggerWords: 'kept',
      words: before.triggerWords,
    });
    const { lastUpdated: _before, ...kept } = before;
    expect(await account.installed(name)).toMatchObject({ ...kept, enabled });
  });

  test('by the ID of the Ability, and by that of the installed one', async () => {
    const account = await openAccount();
    const { id } = await account.ability('News');
    const off = await runIfAllowed({ verb: 'disable', targets: [{ by: 'ability', id }] }, account.context, ANA);
    expect(off).toMatchObject({ kind: 'toggled', enabled: false });
    const on = await runIfAllowed(await click('enable', account, 'News'), account.context, ANA);
    expect(on).toMatchObject({ kind: 'toggled', enabled: true });
  });

  test('what is so already is not sent', async () => {
    const account = await openAccount();
    expect(await runIfAllowed(toggle('enable', 'News'), account.context, ANA)).toEqual({
      kind: 'unchanged',
      id: (await account.installed('News')).id,
      name: 'News',
      enabled: true,
    });
    expect(account.changes()).toEqual([]);
  });

  test('of two equal concurrent clicks the second finds nothing to do', async () => {
    const account = await openAccount();
    const command = await click('disable', account, 'News');
    const outcomes = await Promise.all([command, command].map((one) => runIfAllowed(one, account.context, ANA)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['toggled', 'unchanged']);
    expect(account.changes()).toHaveLength(1);
  });

  test('two opposite concurrent clicks are both carried out, in turn', async () => {
    const account = await openAccount();
    const commands = [await click('disable', account, 'News'), await click('enable', account, 'News')];
    const outcomes = await Promise.all(commands.map((one) => runIfAllowed(one, account.context, ANA)));
    expect(outcomes).toMatchObject([{ enabled: false }, { enabled: true }]);
    expect((await account.installed('News')).enabled).toBe(true);
  });
});

describe('trigger words', () => {
  test('an Ability that has none asks for them, and nothing is sent', async () => {
    const account = await openAccount();
    const row = await account.installed('Radio');
    for (const words of [undefined, []]) {
      expect(await runIfAllowed(toggle('enable', 'Radio', words), account.context, ANA)).toEqual({
        kind: 'needs-trigger-words',
        row,
        wanted: 'enable',
      });
    }
    expect(account.changes()).toEqual([]);
  });

  test('those that were asked for are set', async () => {
    const account = await openAccount();
    const outcome = await runIfAllowed(toggle('enable', 'Radio', ['radio on', 'play']), account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'toggled', name: 'Radio', triggerWords: 'set' });
    expect(await account.installed('Radio')).toMatchObject({ enabled: true, triggerWords: ['radio on', 'play'] });
  });

  test('those that are there are never replaced: somebody may have set them meanwhile', async () => {
    const account = await openAccount();
    const { triggerWords } = await account.installed('News');
    const outcome = await runIfAllowed(toggle('disable', 'News', ['other']), account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'toggled', triggerWords: 'kept' });
    expect((await account.installed('News')).triggerWords).toEqual(triggerWords);
  });
});

describe('what cannot be switched', () => {
  test.each([
    ['Garage Door', { why: 'not-installed', entry: { name: 'Garage Door', state: 'not-installed' } }],
    ['Old Jukebox', { why: 'orphan', entry: { name: 'Old Jukebox', state: 'orphan' } }],
    ['Newss', { why: 'no-such-ability', asked: 'Newss', suggestions: ['News'] }],
  ])('%s', async (name, refusal) => {
    const account = await openAccount();
    expect(await runIfAllowed(toggle('enable', name), account.context, ANA)).toMatchObject({
      kind: 'refused',
      refusal,
    });
    expect(account.changes()).toEqual([]);
  });

  test('the button of an orphan is recognized by what the service returns', async () => {
    const account = await openAccount();
    const outcome = await runIfAllowed(await click('disable', account, 'Old Jukebox'), account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { why: 'orphan', entry: { name: 'Old Jukebox' } } });
  });

  test('the button of an Ability that is gone', async () => {
    const account = await openAccount();
    const command = await click('disable', account, 'News');
    const { id } = await account.ability('News');
    await account.context.service.deleteAbilities([id]);
    expect(await runIfAllowed(command, account.context, ANA)).toMatchObject({
      kind: 'refused',
      refusal: { why: 'no-such-ability', asked: expect.stringMatching(/^installed:\d+$/), suggestions: [] },
    });
  });

  test('one that goes between the read and the change', async () => {
    const account = await openAccount();
    const command = await click('disable', account, 'News');
    account.faults.add({ match: { path: PUT }, fault: { kind: 'status', status: 404 } });
    expect(await runIfAllowed(command, account.context, ANA)).toMatchObject({ refusal: { why: 'no-such-ability' } });
  });
});

describe('an answer that is lost', () => {
  test.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a cut connection', { kind: 'reset' }],
    ['half an answer', { kind: 'truncated' }],
    ['a web page', { kind: 'html' }],
  ] as const)('%s after the change is reported as done', async (_what, fault) => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, afterEffect: true, fault });
    const outcome = await runIfAllowed(toggle('disable', 'News'), account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'toggled', name: 'News', enabled: false });
  });

  test.each([
    ['a 500', { kind: 'status', status: 500 }, 'unavailable'],
    ['a cut connection', { kind: 'reset' }, 'unavailable'],
    ['a web page', { kind: 'html' }, 'misconfigured-base-url'],
  ] as const)(
    '%s before the change is reported as unknown: the service may still be at work',
    async (_what, fault, kind) => {
      const account = await openAccount();
      account.faults.add({ match: { path: PUT }, fault });
      const outcome = await runIfAllowed(toggle('disable', 'News'), account.context, ANA);
      const still = { kind: 'state', enabled: true };
      expect(outcome).toMatchObject({ kind: 'trouble', error: { kind }, effect: 'unknown', still });
    },
  );

  test.each([
    ['a 429', { kind: 'status', status: 429 }],
    ['a refusal', { kind: 'status', status: 400, body: { detail: 'No.' } }],
  ] as const)('a lost first try stays unknown after %s of the second', async (_what, fault) => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, times: 1, fault: { kind: 'status', status: 502 } });
    account.faults.add({ match: { path: PUT }, fault });
    const outcome = await runIfAllowed(toggle('disable', 'News'), account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'trouble', error: { kind: 'unavailable' }, effect: 'unknown' });
    expect(account.changes()).toHaveLength(2);
  });

  test('a first try that worked counts, regardless of the answer to the second', async () => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, times: 1, afterEffect: true, fault: { kind: 'status', status: 502 } });
    account.faults.add({ match: { path: PUT }, fault: { kind: 'status', status: 429 } });
    const outcome = await runIfAllowed(toggle('disable', 'News'), account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'toggled', enabled: false });
    expect(account.changes()).toHaveLength(2);
  });

  test('is unknown when the list cannot be read either', async () => {
    const account = await openAccount();
    const command = await click('disable', account, 'News');
    account.faults.add({ match: { path: INSTALLED }, times: 1, fault: { kind: 'delay', ms: 0 } });
    account.faults.add({ match: {}, fault: { kind: 'status', status: 500 } });
    const outcome = await runIfAllowed(command, account.context, ANA);
    expect(outcome).toMatchObject({
      kind: 'trouble',
      // The first error is the one reported.
      error: { endpoint: 'switch installed Ability' },
      effect: 'unknown',
    });
  });

  test.each([
    ['401', 401, 'unauthorized'],
    ['400', 400, 'invalid-request'],
  ])('a refusal is none: %s', async (_status, status, kind) => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, fault: { kind: 'status', status, body: { detail: 'No.' } } });
    const outcome = await runIfAllowed(toggle('disable', 'News'), account.context, ANA);
    expect(outcome).toMatchObject({ kind: 'trouble', error: { kind, detail: 'No.' }, effect: 'none' });
  });
});
