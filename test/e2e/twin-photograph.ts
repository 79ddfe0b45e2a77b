import { expect } from 'vitest';
import { MARK, otherOf, SIDES, type Side, type Twins, textOf } from './twin-house.ts';

/** The complete state of one side: what its people see, its account, and the bot's data about it. */
async function photograph(twins: Twins, side: Side): Promise<string> {
  const { transcript, wire } = twins.cloud.workspaces[side];
  const kept = await readKept(twins, side);
  // Calls with a token of this workspace, regardless of their content.
  const calls = wire.filter(({ direction }) => direction === 'bot to Slack');
  return JSON.stringify([kept, transcript.messages, transcript.views, calls]);
}

/** Its account and the bot's data about it. */
export async function readKept({ accountOf, cloud, store }: Twins, side: Side): Promise<string> {
  const { teamId } = cloud.workspaces[side];
  const account = accountOf[side];
  return JSON.stringify([
    await account.listAgents(),
    await account.listAbilities(),
    await account.listInstalledAbilities(),
    (await store.of(teamId).auditLog.list({ page: 1, perPage: 1000 })).records,
    await store.of(teamId).undoLogOf(null).recent(1000),
    await store.of(teamId).settings.read(),
    await store.of(teamId).approvalsOf(null).waiting(1000),
    [...(await store.of(teamId).assignments.all())],
    await store.of(teamId).snapshot.read(),
    await store.of(teamId).uploads.listOpen(1000),
    await store.of(teamId).account.find(),
    await store.installations.find(teamId),
  ]);
}

/** Waits until no work is in progress there. */
async function still(twins: Twins, side: Side): Promise<string> {
  let last = await photograph(twins, side);
  for (;;) {
    const next = await photograph(twins, side);
    if (next === last) return next;
    last = next;
  }
}

/** The context of the first difference; null if they are equal byte for byte. */
function differenceOf(before: string, after: string): { before: string; after: string } | null {
  if (before === after) return null;
  const at = [...before].findIndex((character, index) => character !== after[index]);
  const from = Math.max(0, (at < 0 ? before.length : at) - 200);
  return { before: before.slice(from, from + 600), after: after.slice(from, from + 600) };
}

/** Acts in one workspace and checks that the other is unchanged, byte for byte. */
export async function onlyIn<T>(twins: Twins, side: Side, act: () => Promise<T>): Promise<T> {
  const other = otherOf(side);
  const before = await still(twins, other);
  const result = await act();
  await still(twins, side);
  expect(differenceOf(before, await photograph(twins, other))).toBeNull();
  return result;
}

/**
 * Runs after all tests: no message, no view, no Slack call with a workspace's token and no service call with its key
 * contains anything of the other workspace; and every token used belongs to a workspace.
 */
export function expectNothingCrossed(twins: Twins): void {
  const { callsOf, cloud, idsOf } = twins;
  for (const side of SIDES) {
    const { transcript, wire } = cloud.workspaces[side];
    const [own, foreign] = [side, otherOf(side)].map(
      (name) => new RegExp(`${MARK[name as Side]}|T0${name.toUpperCase()}|${idsOf[name as Side].any.source}`),
    ) as [RegExp, RegExp];
    const said = [
      ...transcript.messages.map(textOf),
      ...transcript.views.map(textOf),
      ...wire.filter(({ direction }) => direction === 'bot to Slack').map(({ request }) => JSON.stringify(request)),
      ...callsOf(side).map((call) => JSON.stringify(call)),
    ];
    expect(said.filter((text) => foreign.test(text))).toEqual([]);
    expect(said.filter((text) => own.test(text)).length).toBeGreaterThan(3);
    expect(callsOf(side)).not.toEqual([]);
  }
  expect(cloud.wire.filter(({ name }) => name !== 'oauth.v2.access')).toEqual([]);
}
