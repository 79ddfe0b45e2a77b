import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/core/command.ts';
import type { AbilityRef } from '../../../src/core/references.ts';
import { runIfAllowed } from '../../../src/core/run-command.ts';
import type { WordsChange } from '../../../src/core/trigger-words.ts';
import { type Account, ANA, BEN, useAccounts } from './account.ts';

const openAccount = useAccounts();

const PUT = /edit-installed-capability/;
const INSTALLED = /get-installed-capabilities/;
const NEWS = ['read the news', 'what is new today'];

const edit = (add: string[], remove: string[] = []): WordsChange => ({ kind: 'edit', add, remove });
const byName = (name: string): AbilityRef => ({ by: 'name', name });

/** As typed. */
const ask = ({ context }: Account, name: string, change: WordsChange) =>
  runIfAllowed({ verb: 'change-triggers', target: byName(name), change }, context, ANA);

/** As sent from the form. @param seen the words that it showed. */
const fromForm = (id: InstalledAbilityId, change: WordsChange, seen: string[] = NEWS): Command => ({
  verb: 'change-triggers',
  target: { by: 'installed', id },
  change,
  seen,
});
const send = async (account: Account, name: string, change: WordsChange, seen?: string[]) =>
  runIfAllowed(fromForm((await account.installed(name)).id, change, seen), account.context, ANA);

/** A change made with another tool. */
const setWords = async ({ context, installed }: Account, name: string, triggerWords: string[]) => {
  const row = await installed(name);
  await context.service.setInstalledAbility(row, { enabled: row.enabled, triggerWords });
};
const wordsOf = async ({ installed }: Account, name: string) => (await installed(name)).triggerWords;

describe('looking', () => {
  test('shows the words of the installed record', async () => {
    const { context, installed } = await openAccount();
    const row = await installed('News');
    expect(await runIfAllowed({ verb: 'triggers', target: byName('news') }, context, ANA)).toMatchObject({
      kind: 'triggers',
      entry: { name: 'News', state: 'enabled' },
      row,
    });
    const form = await runIfAllowed({ verb: 'edit-triggers', target: { by: 'installed', id: row.id } }, context, ANA);
    expect(form).toEqual({ kind: 'triggers-form', row, clashes: [] });
  });

  test.each([
    ['Garage Door', { why: 'not-installed', entry: { name: 'Garage Door' } }],
    ['Old Jukebox', { why: 'orphan', entry: { name: 'Old Jukebox' } }],
    ['Newss', { why: 'no-such-ability', asked: 'Newss', suggestions: ['News'] }],
  ])('%s has none that count', async (name, refusal) => {
    const account = await openAccount();
    const target = byName(name);
    for (const command of [
      { verb: 'triggers', target },
      { verb: 'edit-triggers', target },
      { verb: 'change-triggers', target, change: edit(['a']) },
    ] as const) {
      expect(await runIfAllowed(command, account.context, ANA)).toMatchObject({ kind: 'refused', refusal });
    }
    expect(account.changes()).toEqual([]);
  });
});

describe('a typed change', () => {
  test('is saved, and reports what it added and removed', async () => {
    const account = await openAccount();
    const { id } = await account.installed('News');
    expect(await ask(account, 'News', edit(['headlines', 'READ the news'], ['What is new today', 'gone']))).toEqual({
      kind: 'triggers-saved',
      id,
      name: 'News',
      difference: {
        before: NEWS,
        after: ['read the news', 'headlines'],
        added: ['headlines'],
        removed: ['what is new today'],
        kept: ['read the news'],
      },
    });
    expect(await wordsOf(account, 'News')).toEqual(['read the news', 'headlines']);
  });

  test('to a whole new list reports what changed', async () => {
    const account = await openAccount();
    const change: WordsChange = { kind: 'replace', words: ['headlines', 'read the news'] };
    expect(await ask(account, 'News', change)).toMatchObject({
      kind: 'triggers-saved',
      difference: { added: ['headlines'], removed: ['what is new today'] },
    });
  });

  test('gives an Ability without words its first', async () => {
    const account = await openAccount();
    expect(await ask(account, 'Radio', edit(['radio on']))).toMatchObject({ difference: { after: ['radio on'] } });
  });

  test.each<[string, WordsChange]>([
    ['a word that is there', edit(['Read the NEWS'])],
    ['the same list in another order', { kind: 'replace', words: NEWS.toReversed() }],
    ['nothing at all', edit([])],
  ])('%s changes nothing', async (_what, change) => {
    const account = await openAccount();
    const { id } = await account.installed('News');
    expect(await ask(account, 'News', change)).toEqual({ kind: 'triggers-unchanged', id, name: 'News' });
  });

  test.each<[string, WordsChange, object]>([
    ['the last words', edit([], NEWS), { why: 'no-words-left', name: 'News' }],
    ['all of them', { kind: 'replace', words: [] }, { why: 'no-words-left', name: 'News' }],
    [
      'words that are not there',
      edit([], ['read the gnus']),
      { why: 'no-such-words', name: 'News', asked: ['read the gnus'], words: NEWS },
    ],
  ])('%s cannot be removed or added', async (_what, change, refusal) => {
    const account = await openAccount();
    expect(await ask(account, 'News', change)).toEqual({ kind: 'refused', refusal });
    expect(account.changes()).toEqual([]);
  });
});

describe('the form', () => {
  test.each([['News'], ['Night Watch']])('gives %s the words, and all else stays', async (name) => {
    const account = await openAccount();
    const before = await account.installed(name);
    const [first = '', ...others] = before.triggerWords;
    expect(await send(account, name, edit(['brand new'], [first]), before.triggerWords)).toEqual({
      kind: 'triggers-saved',
      id: before.id,
      name,
      difference: {
        before: before.triggerWords,
        after: [...others, 'brand new'],
        added: ['brand new'],
        removed: [first],
        kept: others,
      },
    });
    const { lastUpdated: _then, ...kept } = before;
    expect(await account.installed(name)).toMatchObject({ ...kept, triggerWords: [...others, 'brand new'] });
  });

  test('of a record that is gone', async () => {
    const account = await openAccount();
    const { id } = await account.installed('News');
    await account.context.service.deleteAbilities([(await account.ability('News')).id]);
    expect(await runIfAllowed(fromForm(id, edit(['a'])), account.context, ANA)).toMatchObject({
      refusal: { why: 'no-such-ability', asked: `installed:${id}` },
    });
  });

  test('of an orphan is recognized by what the service returns', async () => {
    const account = await openAccount();
    expect(await send(account, 'Old Jukebox', edit(['a']))).toMatchObject({ refusal: { why: 'orphan' } });
  });
});

describe('two people at the same time', () => {
  test('both edits survive when the words change while the form is open', async () => {
    const account = await openAccount();
    await setWords(account, 'News', [...NEWS, 'from elsewhere']);
    expect(await send(account, 'News', edit(['headlines'], ['what is new today']))).toMatchObject({
      kind: 'triggers-saved',
      difference: {
        kept: ['read the news', 'from elsewhere'],
        added: ['headlines'],
        meanwhile: { added: ['from elsewhere'], removed: [] },
      },
    });
    expect(await wordsOf(account, 'News')).toEqual(['read the news', 'from elsewhere', 'headlines']);
  });

  test('a word that somebody removed meanwhile does not come back', async () => {
    const account = await openAccount();
    await setWords(account, 'News', ['what is new today']);
    await send(account, 'News', edit(['headlines']));
    expect(await wordsOf(account, 'News')).toEqual(['what is new today', 'headlines']);
  });

  test('a word that somebody has already removed is no error', async () => {
    const account = await openAccount();
    await setWords(account, 'News', ['read the news']);
    expect(await send(account, 'News', edit([], ['what is new today']))).toMatchObject({ kind: 'triggers-unchanged' });
  });

  test('a switch meanwhile stays as it is', async () => {
    const account = await openAccount();
    await runIfAllowed({ verb: 'disable', targets: [byName('News')] }, account.context, BEN);
    await send(account, 'News', edit(['headlines']));
    expect(await account.installed('News')).toMatchObject({ enabled: false, triggerWords: [...NEWS, 'headlines'] });
  });

  test('the last word is not removed, although the form showed others', async () => {
    const account = await openAccount();
    const change = edit([], ['what is new today']);
    await setWords(account, 'News', ['what is new today']);
    const sent = account.changes().length;
    expect(await send(account, 'News', change)).toEqual({
      kind: 'refused',
      refusal: { why: 'no-words-left', name: 'News' },
    });
    expect(account.changes()).toHaveLength(sent);
  });

  test('a word that somebody added already is not sent again', async () => {
    const account = await openAccount();
    const change = edit(['headlines']);
    await setWords(account, 'News', [...NEWS, 'Headlines']);
    const sent = account.changes().length;
    expect(await send(account, 'News', change)).toMatchObject({ kind: 'triggers-unchanged', name: 'News' });
    expect(account.changes()).toHaveLength(sent);
  });

  test('two edits at the same moment are made in turn', async () => {
    const account = await openAccount();
    const outcomes = await Promise.all([send(account, 'News', edit(['one'])), send(account, 'News', edit(['two']))]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['triggers-saved', 'triggers-saved']);
    expect((await wordsOf(account, 'News')).toSorted()).toEqual([...NEWS, 'one', 'two'].toSorted());
  });
});

describe('an answer that is lost', () => {
  test('after the change is reported as done', async () => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, afterEffect: true, fault: { kind: 'status', status: 500 } });
    expect(await send(account, 'News', edit(['headlines']))).toMatchObject({ kind: 'triggers-saved' });
  });

  test('before the change is unknown: the service may still be at work', async () => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, fault: { kind: 'reset' } });
    expect(await send(account, 'News', edit(['headlines']))).toMatchObject({
      kind: 'trouble',
      effect: 'unknown',
      still: { kind: 'trigger-words' },
    });
  });

  test('is unknown when the list cannot be read either', async () => {
    const account = await openAccount();
    const { id } = await account.installed('News');
    account.faults.add({ match: { path: INSTALLED }, times: 1, fault: { kind: 'delay', ms: 0 } });
    account.faults.add({ match: {}, fault: { kind: 'status', status: 500 } });
    expect(await runIfAllowed(fromForm(id, edit(['headlines'])), account.context, ANA)).toMatchObject({
      kind: 'trouble',
      error: { endpoint: 'switch installed Ability' },
      effect: 'unknown',
    });
  });

  test('a refusal is none', async () => {
    const account = await openAccount();
    account.faults.add({ match: { path: PUT }, fault: { kind: 'status', status: 400, body: { detail: 'No.' } } });
    expect(await send(account, 'News', edit(['headlines']))).toMatchObject({ kind: 'trouble', effect: 'none' });
    expect(await wordsOf(account, 'News')).toEqual(NEWS);
  });
});
