import { InstalledAbilityId } from '@abilities-bot/service-api';
import { expect, test } from 'vitest';
import { endOf, findStateEnds } from '../../src/core/features/timed/state-ends.ts';
import { verbLookup } from '../../src/core/run-command.ts';
import type { Quiet } from '../../src/store/quiet-record.ts';
import { AT, CATALOG } from '../slack/sample-values.ts';

const HOUR = 3_600_000;
const NOW = AT.getTime();
const NEWS = InstalledAbilityId.parse(90_001);

const planAt = (hours: number, line: string) => ({
  id: '0123456789abcdef',
  userId: 'U0ANA',
  line: `${line} unchanged-since:${AT.toISOString().replace('.000Z', 'Z')}`,
  channelId: null,
  partOf: null,
  plannedFor: NOW + hours * HOUR,
});
const enableAt = (hours: number) => planAt(hours, 'enable installed:90001');
const everyMorning = (hours: number) => {
  const since = AT.toISOString().replace('.000Z', 'Z');
  const suffix = `planned-for:${since} every:mon,tue@08:00 half:start zone:UTC`;
  const plan = enableAt(hours);
  return { ...plan, line: `${plan.line} ${suffix}` };
};
const quietFor = (hours: number | null, agent: Quiet['agent'] = null): Quiet => ({
  id: 'fedcba9876543210',
  agent,
  userId: 'U0ANA',
  startedAt: NOW,
  endsAt: hours === null ? null : NOW + hours * HOUR,
  items: [{ id: NEWS, name: 'News', since: NOW, isDisabled: true }],
  tries: 0,
});

test.each([
  ['a plan', [enableAt(2)], [], 2],
  ['the soonest of several plans', [enableAt(2), enableAt(3)], [], 2],
  ['a plan that is overdue', [enableAt(-1)], [], null],
  ['a plan that disables', [planAt(2, 'disable installed:90001')], [], null],
  ['a plan for another Ability', [planAt(2, 'enable installed:90002')], [], null],
  ['the end of quiet', [], [quietFor(1)], 1],
  ['quiet without an end', [], [quietFor(null)], null],
  ['the last of two quiets', [], [quietFor(1), quietFor(3)], 3],
  ['a plan during quiet, which enables nothing', [enableAt(1)], [quietFor(2)], 2],
  ['a plan during quiet without an end', [enableAt(1)], [quietFor(null)], null],
  ['a plan that keeps it disabled after quiet', [enableAt(3)], [quietFor(2)], 3],
  ['a morning after quiet', [everyMorning(3)], [quietFor(2)], 2],
])('%s', (_name, planned, quiets, hours) => {
  const { enabledAt } = findStateEnds(planned, quiets, NOW, verbLookup);
  expect(enabledAt.get(NEWS) ?? null).toBe(hours === null ? null : NOW + hours * HOUR);
});

test('only what changes the present state ends it', () => {
  const ends = findStateEnds([enableAt(1), planAt(2, 'disable installed:90001')], [], NOW, verbLookup);
  const entry = CATALOG.entries.find(({ installed }) => installed?.id === NEWS);
  if (!entry) throw new Error('The catalog lacks it.');
  expect(endOf({ ...entry, state: 'disabled' }, ends)).toEqual(new Date(NOW + HOUR));
  expect(endOf({ ...entry, state: 'enabled' }, ends)).toEqual(new Date(NOW + 2 * HOUR));
});
