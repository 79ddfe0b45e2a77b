import type { Ability } from '../../contract/index.ts';
import { type CatalogEntry, refTo } from '../../core/catalog.ts';
import { formatAbilityRef } from '../../core/parse-ref.ts';
import { abilityLine } from './ability-line.ts';
import type { MessageAnswer } from './answer.ts';
import { actions, button, deleteButton, shareButton, toggleButton, triggerWordsButton } from './buttons.ts';
import { firingLine } from './firing-line.ts';
import { type Surroundings, underNotice } from './surroundings.ts';
import { context, day, foreign, namesLine, section, toFallback, triggerWordsLine } from './text.ts';

/** One Ability with all that is known. What nobody tells is left out, never guessed. */
export function abilityCard(
  entry: CatalogEntry,
  details: Ability | null,
  agentNames: string[] | null,
  around: Surroundings,
): MessageAnswer {
  const facts = [
    foreign(details?.description ?? entry.description ?? '', 300),
    `Trigger words: ${entry.triggerWords.length > 0 ? triggerWordsLine(entry.triggerWords, 20) : 'none'}`,
    firingLine(entry),
    agentNames ? `Assigned to: ${namesLine(agentNames)}` : '',
    record(entry, details),
  ].filter((line) => line !== '');
  const again = `show ${formatAbilityRef(refTo(entry))}`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, abilityLine(entry), ...facts].filter((line) => line !== null).join('\n')),
    blocks: underNotice(around, [
      section([abilityLine(entry), ...facts].join('\n')),
      context(ids(entry)),
      ...actions(
        toggleButton(entry, again),
        triggerWordsButton(entry),
        entry.ability ? button('Assign to an Agent…', { do: 'agents' }, `Assign ${entry.name} to an Agent`) : null,
      ),
      ...actions(
        button('Refresh', { do: again }),
        button('All Abilities', { do: 'list' }),
        shareButton(again, around.canShare),
        deleteButton(entry, 'list'),
      ),
    ]),
  };
}

/** What the service keeps about it: `Versions: 2 · Approved: yes · Published: no · Last updated: …`. */
function record({ ability, installed }: CatalogEntry, details: Ability | null): string {
  const told = details ?? ability;
  const updated = told?.lastUpdated ?? installed?.lastUpdated ?? null;
  return [
    told?.versionCount ? `Versions: ${told.versionCount}` : '',
    yesOrNo('Approved', told?.isApproved),
    yesOrNo('Published', told?.isPublished),
    installed?.isSystem ? 'Comes with the service' : '',
    updated ? `Last updated: ${lastUpdated(updated)}` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

const yesOrNo = (label: string, flag: boolean | null | undefined) =>
  flag === null || flag === undefined ? '' : `${label}: ${flag ? 'yes' : 'no'}`;

/** In the reader's own zone where the service names a moment; else as it was sent. */
function lastUpdated(sent: string): string {
  const at = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(sent) ? new Date(sent) : null;
  return at && !Number.isNaN(at.getTime()) ? day(at) : foreign(sent, 40);
}

function ids({ ability, installed }: CatalogEntry): string {
  const parts = [ability ? `Ability ID ${ability.id}` : '', installed ? `installed ID ${installed.id}` : ''];
  return parts.filter((part) => part !== '').join(' · ');
}
