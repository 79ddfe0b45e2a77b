import { expect, test } from 'vitest';
import { identityOf, isByStranger, MentionEvent } from '../../src/slack/payloads/payloads.ts';

const ALONE = { id: 'T0HOME', teamId: 'T0HOME', enterpriseId: null };
const IN_ORGANIZATION = { id: 'T0HOME', teamId: 'T0HOME', enterpriseId: 'E0ORG' };
const ORGANIZATION = { id: 'E0ORG', teamId: null, enterpriseId: 'E0ORG' };

const saidIn = (team: string | null) =>
  MentionEvent.parse({
    event_id: 'Ev1',
    is_ext_shared_channel: true,
    event: { user: 'U0ANA', user_team: team, text: 'list', channel: 'C0OPS' },
  });

test.each([
  ['a workspace without an organization', ALONE, 'T0OTHER', true],
  ['a workspace without an organization', ALONE, 'T0HOME', false],
  ['a workspace of an organization, where Slack is asked', IN_ORGANIZATION, 'T0OTHER', false],
  ['a workspace of an organization, where Slack is asked', IN_ORGANIZATION, 'E0ORG', false],
  ['an organization, where Slack is asked', ORGANIZATION, 'T0OTHER', false],
] as const)('the team of a click or a message in %s: %j, %s, is a stranger: %s', (_, tenant, team, isStranger) => {
  const sender = { id: 'U0ANA', team_id: team };
  expect(identityOf(sender, { channelId: 'C0OPS' }, { tenant }).isStranger).toBe(isStranger);
  expect(isByStranger(saidIn(team), { tenant })).toBe(isStranger);
});

test("a message without a team in a shared channel is a stranger's, unless Slack can be asked", () => {
  expect(isByStranger(saidIn(null), { tenant: ALONE })).toBe(true);
  expect(isByStranger(saidIn(null), { tenant: IN_ORGANIZATION })).toBe(false);
});
