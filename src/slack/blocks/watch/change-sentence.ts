import type { AccountChange } from '../../../watch/account-change.ts';
import { countAbilities } from '../abilities/count-abilities.ts';
import { wordsLine } from '../fit-lines.ts';
import { bold } from '../text.ts';

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
