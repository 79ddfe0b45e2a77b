import type { Agent } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { type CatalogEntry, refTo } from '../../../core/catalog.ts';
import type { NextAction, NextActionOfAgent } from '../../../core/next-action.ts';
import { nextActionLine } from '../../../core/next-action.ts';
import { formatAbilityRef, formatAgentRef } from '../../../core/references.ts';
import { abilityLine } from '../../blocks/ability.ts';
import { actions, button, showButton } from '../../blocks/buttons.ts';
import { bold, capital, clip, context, section } from '../../blocks/kit.ts';

const MAX_NAME = 60;

/** Maximum characters of a command line as JSON, because all candidates have to fit into one message. */
const MAX_LINE = 400;

/** Runs the requested verb on this Ability; null if that isn't possible, for a reason that the row shows. */
function choiceButton(next: NextAction, entry: CatalogEntry): types.Button | null {
  const { ability, installed, name, state, triggerWords } = entry;
  if (next.verb === 'delete') {
    if (!ability) return null;
    return button('Delete…', { do: `delete id:${ability.id}` }, `Delete ${name}`);
  }
  if (next.verb === 'versions') {
    return ability && button('Versions', { do: `versions id:${ability.id}` }, `Versions of ${name}`);
  }
  if (!installed || state === 'orphan') return null;
  const fitting = short(next, formatAbilityRef(refTo(entry)));
  // The click opens a form for trigger words, which Slack allows only within 3 seconds.
  const asks = next.verb !== 'triggers' && triggerWords.length === 0 ? { asks: true as const } : {};
  const { asksFirst, label, of } = LABELS[labelOf(fitting.next)];
  return button(`${label}${asksFirst ? '…' : ''}`, { do: fitting.line, ...asks }, `${label}${of} ${name}`);
}

/** Runs the requested verb on a name that is similar to the requested one. */
export function likelyButton(next: NextAction | undefined, name: string): types.Button {
  const ref = formatAbilityRef({ by: 'name', name });
  if (!next) return button(`Show ${clip(name, MAX_NAME)}`, { do: `show ${ref}` });
  const fitting = short(next, ref);
  const { asksFirst, label, of } = LABELS[labelOf(fitting.next)];
  const dots = asksFirst ? '…' : '';
  return button(`${label}${of} ${clip(name, MAX_NAME - of.length - 10)}${dots}`, { do: fitting.line });
}

export const takesSeveral = (
  next: NextAction | undefined,
): next is NextAction & { verb: 'enable' | 'disable' | 'delete' } =>
  next?.verb === 'enable' || next?.verb === 'disable' || next?.verb === 'delete';

/** Runs the verb on all of these names; null for a verb that takes only one. */
export function likelySeveralButton(next: NextAction | undefined, names: readonly string[]): types.Button | null {
  if (!takesSeveral(next)) return null;
  const line = `${next.verb} ${names.map((name) => formatAbilityRef({ by: 'name', name })).join(', ')}`;
  const { asksFirst, label } = LABELS[next.verb];
  const asks = asksFirst ? { asks: true as const } : {};
  return button(`${label} ${clip(names.join(', '), MAX_NAME)}${asksFirst ? '…' : ''}`, { do: line, ...asks });
}

/** If the trigger words are too long for a button or a line, shows the current words instead. */
function short(next: NextAction, ref: string): { next: NextAction; line: string } {
  const line = nextActionLine(next, ref);
  if (line !== null && JSON.stringify(line).length <= MAX_LINE) return { next, line };
  return { next: SHOW_WORDS, line: `triggers ${ref}` };
}

const SHOW_WORDS: NextAction = { verb: 'triggers', change: null };

type Label = 'enable' | 'disable' | 'delete' | 'versions' | 'show-words' | 'edit-words' | 'change-words';

/** `of`: the preposition before a name. `asksFirst`: opens a form, or asks for confirmation. */
const LABELS: Record<Label, { label: string; of: string; asksFirst: boolean }> = {
  enable: { label: 'Enable', of: '', asksFirst: false },
  disable: { label: 'Disable', of: '', asksFirst: false },
  delete: { label: 'Delete', of: '', asksFirst: true },
  versions: { label: 'Versions', of: ' of', asksFirst: false },
  'show-words': { label: 'Trigger words', of: ' for', asksFirst: false },
  'edit-words': { label: 'Edit trigger words', of: ' for', asksFirst: true },
  'change-words': { label: 'Change trigger words', of: ' for', asksFirst: false },
};

function labelOf(next: NextAction): Label {
  if (next.verb !== 'triggers') return next.verb;
  if (next.change === null) return 'show-words';
  return next.change === 'form' ? 'edit-words' : 'change-words';
}

const MAX_CANDIDATES = 10;

/** Limit for rows with two buttons each. */
const MAX_WITH_WISH = 8;

/** Limit for both Abilities and Agents in one message. Each takes three of Slack's 50 blocks. */
export const MAX_OF_BOTH = 7;

/** One row per Ability that the name may refer to, distinguished by IDs. */
export function candidateRows(
  candidates: readonly CatalogEntry[],
  next?: NextAction,
  max = next ? MAX_WITH_WISH : MAX_CANDIDATES,
): types.KnownBlock[] {
  const hidden = candidates.length - max;
  const rows = candidates.slice(0, max).flatMap((entry): types.KnownBlock[] => {
    const ids = [
      entry.ability ? `id:${entry.ability.id}` : '',
      entry.installed ? `installed:${entry.installed.id}` : '',
    ];
    return [
      section(abilityLine(entry)),
      context(ids.filter((id) => id !== '').join(' · ')),
      ...actions(next ? choiceButton(next, entry) : null, showButton(entry)),
    ];
  });
  return hidden > 0 ? [...rows, context(`${hidden} more. Use \`/abilities\` to see them all.`)] : rows;
}

function agentChoice({ id, name }: Pick<Agent, 'id' | 'name'>, next?: NextActionOfAgent): types.Button {
  const ref = `agent:${id}`;
  if (next === undefined) return button('Edit…', { do: `assign ${ref}` }, `Edit ${name}'s Abilities`);
  if (next === 'unassign') {
    return button('Remove all Abilities…', { do: `unassign ${ref}` }, `Remove all Abilities from ${name}`);
  }
  if (next.verb === 'quiet') return button('Quiet', quietValue(next, ref), `Make ${name} quiet`);
  return button(`${capital(next.verb)} all…`, toggleAllValue(next, ref), `${capital(next.verb)} all on ${name}`);
}

/** Runs the requested action on an Agent whose name is similar to the requested one. */
export function likelyAgentButton(next: NextActionOfAgent | undefined, name: string): types.Button {
  const ref = formatAgentRef({ by: 'name', name });
  if (next === undefined) return button(`Edit ${clip(name, MAX_NAME - 10)}'s Abilities…`, { do: `assign ${ref}` });
  if (next === 'unassign') {
    return button(`Remove all from ${clip(name, MAX_NAME - 10)}…`, { do: `unassign ${ref}` });
  }
  if (next.verb === 'quiet') return button(`Make ${clip(name, MAX_NAME - 10)} quiet`, quietValue(next, ref));
  return button(`${capital(next.verb)} all on ${clip(name, MAX_NAME - 10)}…`, toggleAllValue(next, ref));
}

const quietValue = ({ rest }: { rest: string }, ref: string) => ({ do: `quiet ${ref}${rest}` });

const toggleAllValue = ({ verb, what }: { verb: string; what: string }, ref: string) => ({
  do: `${verb} ${what} on ${ref}`,
});

/** One row per Agent that the name may refer to. Without `next`, the button edits the Agent's Abilities. */
export function agentChoices(agents: readonly Agent[], next?: NextActionOfAgent): types.KnownBlock[] {
  const hidden = agents.length - MAX_OF_BOTH;
  const rows = agents
    .slice(0, MAX_OF_BOTH)
    .flatMap(({ id, name }): types.KnownBlock[] => [
      section(`${bold(name)}  Agent`),
      context(`agent:${id}`),
      ...actions(agentChoice({ id, name }, next)),
    ]);
  return hidden > 0 ? [...rows, context(`${hidden} more. Use \`/abilities agents\` to see them all.`)] : rows;
}
