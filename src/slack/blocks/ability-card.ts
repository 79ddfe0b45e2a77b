import type { Ability } from '../../contract/index.ts';
import { type CatalogEntry, refTo } from '../../core/catalog.ts';
import { formatAbilityRef } from '../../core/parse-ref.ts';
import { abilityLine } from './ability-line.ts';
import type { MessageAnswer } from './answer.ts';
import { actions, button, deleteButton, toggleButton } from './buttons.ts';
import { context, day, foreign, namesLine, section, toFallback, triggerWordsLine } from './text.ts';

/** One Ability with all that is known. What nobody tells is left out, never guessed. */
export function abilityCard(
  entry: CatalogEntry,
  details: Ability | null,
  agentNames: string[] | null,
  notice: string | null,
): MessageAnswer {
  const facts = [
    foreign(details?.description ?? entry.description ?? '', 300),
    `Trigger words: ${entry.triggerWords.length > 0 ? triggerWordsLine(entry.triggerWords, 20) : 'none'}`,
    firing(entry),
    details?.lastUpdated ? `Last updated: ${lastUpdated(details.lastUpdated)}` : '',
    details?.versionCount ? `Versions: ${details.versionCount}` : '',
    agentNames ? `Assigned to: ${namesLine(agentNames)}` : '',
  ].filter((line) => line !== '');
  const again = `show ${formatAbilityRef(refTo(entry))}`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([notice, abilityLine(entry), ...facts].filter((line) => line !== null).join('\n')),
    blocks: [
      ...(notice ? [section(notice)] : []),
      section([abilityLine(entry), ...facts].join('\n')),
      context(ids(entry)),
      ...actions(
        toggleButton(entry, again),
        button('Refresh', { do: again }),
        button('All Abilities', { do: 'list' }),
        deleteButton(entry, 'list'),
      ),
    ],
  };
}

/** In the reader's own zone where the service names a moment; else as it was sent. */
function lastUpdated(sent: string): string {
  const at = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(sent) ? new Date(sent) : null;
  return at && !Number.isNaN(at.getTime()) ? day(at) : foreign(sent, 40);
}

function firing({ state, installed }: CatalogEntry): string {
  if (state === 'orphan')
    return 'The Ability behind this installed record was deleted. It cannot be switched on or off.';
  if (installed?.isForAgents === false) return 'Its trigger words do not fire: the service says it is not for Agents.';
  return '';
}

function ids({ ability, installed }: CatalogEntry): string {
  const parts = [ability ? `Ability ID ${ability.id}` : '', installed ? `installed ID ${installed.id}` : ''];
  return parts.filter((part) => part !== '').join(' · ');
}
