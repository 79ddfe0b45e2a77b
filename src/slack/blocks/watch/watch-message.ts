import type { types } from '@slack/bolt';
import { formatAbilityRef } from '../../../core/parse-ref.ts';
import type { AbilityRef } from '../../../core/ref.ts';
import type { AccountChange } from '../../../watch/account-change.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button } from '../buttons.ts';
import { fitLines } from '../fit-lines.ts';
import { clip, context, section, time, toFallback } from '../text.ts';
import { changeSentence } from './change-sentence.ts';

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
