import type { Ability, InstalledAbility } from '@abilities-bot/service-api';
import { type CatalogEntry, refTo } from '../../../core/catalog.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { formatAbilityRef } from '../../../core/references.ts';
import { abilityLine, firingLine } from '../../blocks/ability.ts';
import { actions, button, deleteButton, shareButton, toggleButton, triggerWordsButton } from '../../blocks/buttons.ts';
import type { Drawings, ViewFrame } from '../../blocks/drawing.ts';
import { underNotice } from '../../blocks/fit.ts';
import {
  context,
  day,
  foreign,
  type MessageAnswer,
  namesLine,
  section,
  toFallback,
  triggerWordsLine,
} from '../../blocks/kit.ts';
import { chooseModal } from './choose.ts';

/** One Ability in detail. Unknown values are omitted, never guessed. */
export function abilityCard(
  { agentNames, details, entry, waits }: Extract<Outcome, { kind: 'card' }>,
  around: ViewFrame,
): MessageAnswer {
  const told = merge(entry.ability, details);
  const category = entry.category ?? told?.category ?? null;
  const heading = abilityLine({ ...entry, category });
  const facts = [
    foreign(told?.description ?? entry.description ?? '', 300),
    `Trigger words: ${entry.triggerWords.length > 0 ? triggerWordsLine(entry.triggerWords, 20) : 'none'}`,
    firingLine(entry),
    entry.ability ? `Assigned to: ${agentNames ? namesLine(agentNames) : 'the service does not tell'}` : '',
    record(told, entry.installed),
  ].filter((line) => line !== '');
  const again = `show ${formatAbilityRef(refTo(entry))}`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, heading, ...facts].filter((line) => line !== null).join('\n')),
    blocks: underNotice(around, [
      section([heading, ...facts].join('\n')),
      context(small(entry)),
      ...actions(
        toggleButton(entry, again),
        triggerWordsButton(entry),
        entry.ability
          ? button('Assign to an Agent…', { do: `assign id:${entry.ability.id}` }, `Assign ${entry.name} to an Agent`)
          : null,
      ),
      ...actions(
        button('Refresh', { do: again }),
        button('All Abilities', { do: 'list' }),
        shareButton(again, around.canShare),
        deleteButton(entry, 'list', null, waits),
      ),
    ]),
  };
}

/** Merges field by field: the details endpoint takes precedence, and the list row fills the gaps. */
function merge(row: Ability | null, details: Ability | null): Ability | null {
  if (!row || !details) return details ?? row;
  return {
    ...row,
    category: details.category ?? row.category,
    description: details.description || row.description,
    isApproved: details.isApproved ?? row.isApproved,
    isPublished: details.isPublished ?? row.isPublished,
    lastUpdated: details.lastUpdated ?? row.lastUpdated,
    versionCount: details.versionCount || row.versionCount,
  };
}

/** The service's metadata: `Versions: 2 · Approved: yes · Published: no · Last updated: …`. */
function record(told: Ability | null, installed: InstalledAbility | null): string {
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

/** In the reader's time zone if it is a valid timestamp; else unchanged. */
function lastUpdated(sent: string): string {
  const at = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(sent) ? new Date(sent) : null;
  return at && !Number.isNaN(at.getTime()) ? day(at) : foreign(sent, 40);
}

/** IDs and optional attributes: `Ability ID 6403 · installed ID 90001 · Default · Shortcut: w`. */
function small({ ability, installed }: CatalogEntry): string {
  const parts = [
    ability ? `Ability ID ${ability.id}` : '',
    installed ? `installed ID ${installed.id}` : '',
    installed?.isDefault ? 'Default' : '',
    installed?.shortcut ? `Shortcut: ${foreign(installed.shortcut, 60)}` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

export const showDrawings: Drawings<'card' | 'choose-form'> = {
  card: { view: (card, frame) => abilityCard(card, frame) },
  'choose-form': { form: ({ wanted }, { origin }) => chooseModal(wanted, origin) },
};
