import { ReleaseId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { AgentLists } from '../../../src/core/change.ts';
import { verifyChange } from '../../../src/core/verify.ts';
import type { Change } from '../../../src/store/undo-record.ts';
import { type Account, ANA, useAccounts } from './account.ts';

const openAccount = useAccounts();

/** An account on which nothing changed, with changes that the service only claims to have made. */
async function open() {
  const account = await openAccount();
  const { context } = account;
  const rows = await context.service.listInstalledAbilities();
  const row = (name: string) => {
    const found = rows.find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not installed.`);
    return found;
  };
  const toggled = (wanted: Record<string, boolean>): Change => ({
    kind: 'toggled',
    items: Object.entries(wanted).map(([name, enabled]) => ({ id: row(name).id, name, enabled })),
  });
  const record = async (change: Change) => {
    account.clock.move(1);
    return { change, changeId: (await context.undoLog.record(ANA.userId, change)).id };
  };
  return { account, record, row, toggled };
}

/** What the account shows differently, as `kind name`; or null or 'overtaken'. */
async function verify(
  { context }: Account,
  { change, changeId }: { change: Change; changeId: string },
  lists: AgentLists | null = null,
) {
  const verdict = await verifyChange(change, context, { changeId, lists });
  if (verdict === null || verdict === 'overtaken') return verdict;
  return verdict.differences.map((one) => (one.kind === 'unread' ? one.kind : `${one.kind} ${nameOf(one)}`));
}

const nameOf = (one: { name: string } | { agentName: string }) => ('name' in one ? one.name : one.agentName);

describe('a later change', () => {
  test('that wanted something else leaves the rest to be confirmed', async () => {
    const { account, record, toggled } = await open();
    const first = await record(toggled({ News: false, Weather: false }));
    expect(await verify(account, first)).toEqual(['state News', 'state Weather']);
    await record(toggled({ News: true, Timer: false }));
    expect(await verify(account, first)).toEqual(['state Weather']);
    await record(toggled({ Weather: true }));
    expect(await verify(account, first)).toBe('overtaken');
  });

  test('that wanted the same explains nothing, nor do trigger words or another Ability', async () => {
    const { account, record, row, toggled } = await open();
    const first = await record(toggled({ News: false, Weather: false }));
    await record(toggled({ News: false, Weather: false }));
    await record({ kind: 'triggers', id: row('News').id, name: 'News', before: ['news'], after: ['zebra'] });
    await record(toggled({ Timer: true }));
    expect(await verify(account, first)).toEqual(['state News', 'state Weather']);
  });

  test('may delete or replace it', async () => {
    const { account, record, toggled } = await open();
    const first = await record(toggled({ News: false, Weather: false }));
    const { id } = await account.ability('News');
    await record({ kind: 'deleted', items: [{ id, name: 'News' }] });
    expect(await verify(account, first)).toEqual(['state Weather']);
    await record({ kind: 'uploaded', abilityId: id, name: 'Weather', how: 'replace' });
    expect(await verify(account, first)).toBe('overtaken');
  });

  test('that made it quiet explains why it is disabled, and not why it is still enabled', async () => {
    const { account, record, row, toggled } = await open();
    const quiet = (name: string): Change => ({
      kind: 'quieted',
      quietId: '0123456789abcdef',
      items: [{ id: row(name).id, name }],
    });
    const enabled = await record(toggled({ 'Night Watch': true }));
    expect(await verify(account, enabled)).toEqual(['state Night Watch']);
    await record(quiet('Night Watch'));
    expect(await verify(account, enabled)).toBe('overtaken');
    const disabled = await record(toggled({ News: false }));
    await record(quiet('News'));
    expect(await verify(account, disabled)).toEqual(['state News']);
  });

  test('explains another release, and not that the same one does not run', async () => {
    const { account, record } = await open();
    const { id, name } = await account.ability('Weather');
    const enabled = (release: number): Change => ({
      kind: 'release-enabled',
      abilityId: id,
      name,
      releaseId: ReleaseId.parse(release),
      version: `${release}`,
    });
    const first = await record(enabled(901));
    await record(enabled(901));
    expect(await verify(account, first)).toEqual(['release Weather']);
    await record(enabled(902));
    expect(await verify(account, first)).toBe('overtaken');
  });

  test('that deleted an Ability explains the list of an Agent that was to get it, and of no other', async () => {
    const { account, record } = await open();
    const nova = await account.agent('Nova');
    const [weather, news] = [await account.ability('Weather'), await account.ability('News')];
    const lists = new Map([[nova.id, []]]);
    const given = await record({
      kind: 'assigned',
      agentId: nova.id,
      agentName: 'Nova',
      before: null,
      after: [weather.id],
    });
    await record({ kind: 'deleted', items: [{ id: news.id, name: 'News' }] });
    expect(await verify(account, given, lists)).toEqual(['agent-list Nova']);
    await record({ kind: 'deleted', items: [{ id: weather.id, name: 'Weather' }] });
    expect(await verify(account, given, lists)).toBe('overtaken');
  });

  test('of another Agent explains nothing', async () => {
    const { account, record } = await open();
    const [nova, echo] = [await account.agent('Nova'), await account.agent('Echo')];
    const { id, name } = await account.ability('Recipe Helper');
    const given = (agent: typeof nova, added: { id: typeof id; name: string }[]): Change => ({
      kind: 'assigned',
      agentId: agent.id,
      agentName: agent.name,
      before: null,
      after: added.map((one) => one.id),
      added,
    });
    const first = await record(given(nova, [{ id, name }]));
    await record(given(echo, [{ id, name }]));
    expect(await verify(account, first)).toEqual(['uninstalled Recipe Helper']);
    await record(given(nova, []));
    expect(await verify(account, first)).toBe('overtaken');
    const again = await record(given(nova, [{ id, name }]));
    await record({ kind: 'repaired', what: { kind: 'agent', agentId: nova.id, name: 'Nova', abilities: [] } });
    expect(await verify(account, again)).toBe('overtaken');
  });
});

test('a change that was undone is not looked for', async () => {
  const { account, record, toggled } = await open();
  const first = await record(toggled({ News: false }));
  await account.context.undoLog.keepUndone(first.changeId, ANA.userId);
  expect(await verify(account, first)).toBe('overtaken');
});
