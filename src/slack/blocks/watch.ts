import type { types } from '@slack/bolt';
import { type AbilityRef, formatAbilityRef } from '../../core/references.ts';
import type { AccountChange } from '../../watch/compare.ts';
import { actions, button } from './buttons.ts';
import { countAbilities } from './card.ts';
import { bold, clip, context, fitLines, type MessageAnswer, section, time, toFallback, wordsLine } from './kit.ts';

/** Of the words that came or went, as many as fit into this. */
const MAX_WORDS = 300;
const MAX_IDS = 5;

/** What others changed, in a line. */
export function changeSentence(change: AccountChange): string {
  const name = bold(change.kind === 'ability-renamed' ? change.after : change.name);
  switch (change.kind) {
    case 'ability-new':
      return `${name} is new (ID ${change.abilityId}), ${change.installed ? `installed and ${state(change.installed)}` : 'not installed'}`;
    case 'ability-gone':
      return `${name} (ID ${change.abilityId}) is gone from the account`;
    case 'ability-renamed':
      return `${bold(change.before)} is called ${name} now (ID ${change.abilityId})`;
    case 'installed-new':
      return change.abilityId === null
        ? `An installed record of ${name} is there now, without an Ability`
        : `${name} is installed now, and ${state(change)}`;
    case 'installed-gone':
      return change.abilityId === null
        ? `The installed record of ${name}, whose Ability was deleted, is gone`
        : `${name} is not installed any more`;
    case 'enabled':
    case 'disabled':
      return `${name} is ${change.kind} now`;
    case 'trigger-words':
      return `Trigger words of ${name}: ${[words('added', change.added), words('removed', change.removed)].filter((part) => part !== '').join(', ')}`;
    case 'duplicate-name':
      return `${countAbilities(change.abilityIds.length)} are called ${name} now: ${ids('id', change.abilityIds)}`;
    case 'duplicate-installed':
      return `${name} is installed ${change.installedIds.length} times now: ${ids('installed', change.installedIds)}`;
    case 'agent-new':
      return `Agent ${name} is new`;
    case 'agent-gone':
      return `Agent ${name} is gone`;
  }
}

const state = ({ enabled }: { enabled: boolean }) => (enabled ? 'enabled' : 'disabled');

const words = (what: string, given: readonly string[]) =>
  given.length === 0 ? '' : `${what} ${wordsLine(given, MAX_WORDS)}`;

/** As a command takes them. */
function ids(by: 'id' | 'installed', numbers: readonly number[]): string {
  const shown = numbers.slice(0, MAX_IDS).map((id) => `\`${by}:${id}\``);
  const rest = numbers.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A section takes 3,000 characters. */
const MAX_LINES = 2800;
const MAX_SHOWN = 3;
const MAX_NAME = 60;

/** A change whose answer was lost is not known to be the bot's. */
const LEFT_OUT = 'Without what was done from Slack, as far as the service has confirmed it.';

/** What others changed on the account, for the channel that is told. */
export function watchMessage(changes: readonly AccountChange[], seenAt: Date): MessageAnswer {
  const lines = changes.map((change) => `• ${changeSentence(change)}`);
  const told = `*Changed outside Slack*, seen ${time(seenAt)}\n${fitLines(lines, MAX_LINES)}`;
  return {
    surface: 'message',
    replaces: false,
    text: toFallback(told),
    blocks: [
      section(told),
      ...actions(...showButtons(changes), button('All Abilities', { do: 'list' })),
      context(LEFT_OUT),
    ],
  };
}

/** For the first that are still there, each once. */
function showButtons(changes: readonly AccountChange[]): types.Button[] {
  const lines = new Map<string, string>();
  for (const change of changes) {
    const ref = refTo(change);
    if (ref) lines.set(`show ${formatAbilityRef(ref)}`, change.kind === 'ability-renamed' ? change.after : change.name);
    if (lines.size === MAX_SHOWN) break;
  }
  return [...lines].map(([line, name]) => button(`Show ${clip(name, MAX_NAME)}`, { do: line }, `Show ${name}`));
}

function refTo(change: AccountChange): AbilityRef | null {
  switch (change.kind) {
    case 'ability-new':
    case 'ability-renamed':
      return { by: 'ability', id: change.abilityId };
    case 'installed-new':
    case 'enabled':
    case 'disabled':
    case 'trigger-words':
      return { by: 'installed', id: change.installedId };
    default:
      return null;
  }
}
