import type { ChannelRef } from '@abilities-bot/local-slack';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { refusalsInLog, timesOf } from './counted-refusals.ts';
import { GRANTS, OPERATORS } from './matrix-people.ts';
import { type Row, TYPED } from './matrix-rows.ts';
import { isToldEachTime, sees } from './matrix-watch.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

const NEEDS_NO_ROLE: ReadonlySet<string> = new Set(['help', 'whoami']);
const GUARDED = TYPED.filter(({ verb }) => !NEEDS_NO_ROLE.has(verb));
const NOBODY = { users: [], groups: [] };

/**
 * Ana's refusals for each line that needs a role, with Slack and the settings in their current state, and the records
 * of them.
 */
async function refusals(rows: readonly Row[], channel: ChannelRef = house.slack.channels.general) {
  const { service, slack } = house;
  const { ana } = slack.people;
  const requests = service.requests.length;
  const told = await isToldEachTime(
    house,
    ana,
    rows.map(
      ({ line }) =>
        () =>
          slack.as(ana).command(line, { channel }),
    ),
  );
  expect(service.requests.slice(requests)).toEqual([]);
  expect(slack.transcript.views).toEqual([]);
  const store = await openStore(house.config.store);
  try {
    const query = { userId: ana.id, outcomes: ['refused'], page: 1, perPage: 500 } as const;
    const { records } = await store.of(slack.teamId).auditLog.list(query);
    // Those beyond ten in an hour are only counted, but each is in the log.
    expect(timesOf(records)).toBe(rows.length);
    expect(records.length).toBeGreaterThanOrEqual(11);
    expect(rows.map(({ line, verb }) => `${verb} · ${line}`)).toEqual(
      expect.arrayContaining(records.map(({ line, verb }) => `${verb} · ${line}`)),
    );
    const logged = refusalsInLog(house);
    expect([...logged.values()].map(({ verb }) => verb).sort()).toEqual(rows.map(({ verb }) => verb).sort());
    expect([...logged.keys()]).toEqual(expect.arrayContaining(records.map(({ ref }) => ref)));
    expect(new Set(records.map(({ channelId }) => channelId))).toEqual(new Set([channel.id]));
  } finally {
    await store.close();
  }
  return new Set(told.map(({ ref, text }) => text.replace(ref, '…')));
}

const asksFor = (name: string) => house.slack.wire.filter((entry) => entry.name === name).length;
const anaSees = (shows: RegExp, line: string, channel: ChannelRef = house.slack.channels.general) =>
  sees(house, house.slack.people.ana, shows, () => house.slack.as(house.slack.people.ana).command(line, { channel }));

describe("when Slack can't identify people, nobody can do anything", () => {
  test.each([
    ['users.info', 'internal_error', "because Slack isn't responding. Try again in a minute."],
    ['usergroups.users.list', 'internal_error', "because Slack isn't responding. Try again in a minute."],
    [
      'users.info',
      'missing_scope',
      'because the app lacks a Slack scope. Ask the person who runs the app to reinstall it.',
    ],
  ])('%s: %s', async (method, error, why) => {
    house = await startHouse({
      mode: 'http',
      slack: { userGroups: [OPERATORS] },
      policy: { grants: { ...GRANTS, viewer: NOBODY, admin: NOBODY } },
    });
    const { faults } = house.slack;
    faults.add({ method, times: 1000, fault: { error } });
    const told = await refusals(GUARDED);
    expect([...told]).toEqual([expect.stringContaining(`I couldn't check your role`)]);
    expect([...told]).toEqual([expect.stringContaining(why)]);
    // Commands that need no role make no Slack lookup.
    await anaSees(/Permanently delete Abilities/, 'help delete');
    await anaSees(new RegExp(why), 'whoami');
    // Failures are not cached.
    faults.clear();
    await anaSees(/page 1 of 2/, 'list');
  });
});

test('responses from Slack are cached: two commands and a click cause one lookup of the person and one of each group', async () => {
  house = await startHouse({
    mode: 'http',
    slack: { userGroups: [OPERATORS] },
    policy: { grants: { ...GRANTS, viewer: NOBODY, admin: NOBODY } },
  });
  const { slack } = house;
  await anaSees(/page 1 of 2/, 'list');
  await anaSees(/3 Agents/, 'agents');
  const list = await slack.nextMessage(({ text }) => text.includes('3 Agents'));
  await sees(house, slack.people.ana, /page 1 of 2/, () =>
    slack.as(slack.people.ana).click(list, { text: 'All Abilities' }),
  );
  expect([asksFor('users.info'), asksFor('usergroups.users.list')]).toEqual([1, 1]);
  // For another person only their own data is looked up; the group is cached.
  await sees(house, slack.people.ben, /3 Agents/, () => slack.as(slack.people.ben).command('agents'));
  expect([asksFor('users.info'), asksFor('usergroups.users.list')]).toEqual([2, 1]);
});

test('in a channel outside the settings nobody can do anything, and the refusal names the right channels', async () => {
  house = await startHouse({ mode: 'http', policy: { channels: ['C0LOCALOPS'] } });
  const { channels } = house.slack;
  expect([...(await refusals(GUARDED))]).toEqual([
    expect.stringMatching(/^I'm not available in this channel\. Use <#C0LOCALOPS>, /),
  ]);
  await anaSees(/Permanently delete Abilities/, 'help delete');
  await anaSees(/I'm not available in this channel/, 'whoami');
  await anaSees(/page 1 of 2/, 'list', channels.ops);
  await anaSees(/page 1 of 2/, 'list', await house.slack.directMessage(house.slack.people.ana));
});
