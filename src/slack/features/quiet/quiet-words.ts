import { joinAnd } from '../../../base/join-words.ts';
import type { LeftAlone, QuietOutcome } from '../../../core/features/quiet/quiet.ts';
import type { ToggleResult } from '../../../core/features/toggle/toggle.ts';
import { countAbilities, someNames } from '../../blocks/ability.ts';
import { bold, dayAt, time } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { resultsOf } from '../../blocks/results.ts';
import type { Wording } from '../../feature.ts';
import { TOGGLE_ORDER, toggleResult } from '../toggle.ts';

/** `*Nova* is quiet until today at 10:30 AM` */
export const quietWords = ({ agent, endsAt }: Pick<Quieted, 'agent' | 'endsAt'>, verb = 'is'): string =>
  `${agent === null ? 'Everything' : bold(agent.name)} ${verb} quiet ${untilWords(endsAt)}`;

export const untilWords = (endsAt: Date | null): string =>
  endsAt === null ? 'until someone resumes' : `until ${dayAt(endsAt)}`;

type Quieted = Extract<QuietOutcome, { kind: 'quieted' }>;
type Resumed = Extract<QuietOutcome, { kind: 'resumed' }>;

export const toggledOf = (results: readonly ToggleResult[]) =>
  results.flatMap((result) => (result.kind === 'toggled' ? [result] : []));

export const failedOf = (results: readonly ToggleResult[]) =>
  results
    .filter(({ kind }) => kind !== 'toggled' && kind !== 'unchanged')
    .toSorted((a, b) => TOGGLE_ORDER[a.kind] - TOGGLE_ORDER[b.kind]);

/** @param head one line that makes sense on its own. A line for each failed Ability follows, and then `more`. */
function sentence(
  head: string,
  more: readonly string[],
  {
    ref,
    results,
    wording,
    state,
  }: { ref: string; results: readonly ToggleResult[]; wording: Wording; state: 'enabled' | 'disabled' },
): string {
  const failed = failedOf(results);
  const lines = failed.map((result) => toggleResult(result, state, wording));
  const first = failed.length === 0 ? head : resultsOf([head, `${failed.length} not ${state}. (ref ${ref})`], lines);
  return [first, ...more.filter((line) => line !== '')].join('\n');
}

export function quietedSentence(outcome: Quieted, by: string, how: { ref: string; wording: Wording }): string {
  const { agent, extended, isAgain, quietId, results } = outcome;
  if (quietId === null) {
    return `Nothing is enabled${agent === null ? '' : ` on ${bold(agent.name)}`}, so nothing changed.`;
  }
  const disabled = toggledOf(results);
  const isPart = failedOf(results).length > 0;
  const head = isPart
    ? `Quiet${agent === null ? '' : ` on ${bold(agent.name)}`} started for some Abilities only, ${untilWords(outcome.endsAt)}`
    : quietWords(outcome, extended ? 'stays' : 'is');
  const before = extended && !isAgain ? untilWords(extended.from) : null;
  const instead = before === null || before === untilWords(outcome.endsAt) ? '' : `, instead of ${before}`;
  if (disabled.length === 0) return sentence(`${head}${instead} · ${by}.`, [], { ...how, results, state: 'disabled' });
  const names = someNames(disabled);
  const one = disabled.length === 1;
  return sentence(
    `${head}${instead}: ${countAbilities(disabled.length)} disabled ${by}.`,
    [
      agent === null
        ? `Disabled: ${names}.`
        : `${names} ${one ? 'is' : 'are'} disabled on every Agent that has ${one ? 'it' : 'them'}.`,
    ],
    { ...how, results, state: 'disabled' },
  );
}

export function resumedSentence(
  outcome: Resumed,
  by: string,
  { isPlanned, ...how }: { ref: string; wording: Wording; isPlanned: boolean },
): string {
  const { againAt, agents, isDue, left, openIds, results } = outcome;
  const names = agents.flatMap((agent) => (agent === null ? [] : [bold(agent.name)]));
  const on = names.length === agents.length ? ` on ${joinAnd(names)}` : '';
  const enabled = toggledOf(results);
  const isNothing = results.length === 0 && left.length === 0;
  const isPart = openIds.length > 0;
  const signature = isDue && !isPlanned ? '' : ` ${by}`;
  const head = `Quiet${on} ${isDue ? 'is over' : 'ended'}${signature}${isPart ? ', but only for some Abilities' : ''}.`;
  return sentence(
    head,
    [
      isNothing ? 'There was nothing to enable.' : '',
      enabled.length > 0 ? `${countAbilities(enabled.length)} enabled: ${someNames(enabled)}.` : '',
      left.length > 0 ? `Skipped: ${left.slice(0, MAX_LEFT).map(leftWords).join(', ')}${more(left)}.` : '',
      againAt === null ? '' : `I'll retry the failed ones at ${time(againAt)}.`,
    ],
    { ...how, results, state: 'enabled' },
  );
}

const MAX_LEFT = 10;

const more = (left: readonly LeftAlone[]) => (left.length > MAX_LEFT ? ` and ${left.length - MAX_LEFT} more` : '');

const leftWords = ({ by, name, now, until }: LeftAlone): string =>
  until
    ? `${bold(name)} (disabled until ${dayAt(until)}${by === null ? '' : ` by ${person(by)}`})`
    : now === 'gone'
      ? `${bold(name)} (no longer installed)`
      : `${bold(name)} (${now} ${by === null ? 'outside Slack' : `by ${person(by)}`})`;
