import type { Ability, InstalledAbility } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { type CatalogEntry, refTo } from '../../../core/catalog.ts';
import { stateAfter } from '../../../core/changes.ts';
import type { AbilityCard } from '../../../core/features/show.ts';
import type { PlannedChange } from '../../../core/features/timed/line.ts';
import { recurrenceWords } from '../../../core/features/timed/recurrence.ts';
import { rowProblem } from '../../../core/problems.ts';
import { formatAbilityRef } from '../../../core/references.ts';
import { theService } from '../../../core/service-name.ts';
import type { UndoRecord } from '../../../store/undo-record.ts';
import { abilityLine, problemLine } from '../../blocks/ability.ts';
import {
  actions,
  addToAgentButton,
  button,
  deleteButton,
  repairButton,
  toggleButton,
  triggerWordsButton,
  undoButton,
} from '../../blocks/buttons.ts';
import { charactersOf, MAX_CHARACTERS, withShortNotice } from '../../blocks/fit.ts';
import {
  context,
  day,
  dayAt,
  foreign,
  type MessageAnswer,
  mrkdwn,
  plain,
  section,
  toFallback,
  triggerWordsLine,
} from '../../blocks/kit.ts';
import { agentsValue } from '../../blocks/known-abilities.ts';
import { person } from '../../blocks/mentions.ts';
import { fittingTitle } from '../../blocks/modals.ts';
import { historyLine, orphanButtons } from '../../blocks/orphan.ts';
import { type ButtonValue, encodeButton } from '../../button-value.ts';
import type { SlackFeature, ViewContext, Wording } from '../../feature.ts';
import { clashBlocks } from '../check.ts';
import { untilWords } from '../quiet/quiet-words.ts';
import { REVERSE } from '../timed/plan-words.ts';
import { chooseForms, chooseModal } from './choose.ts';
import { findingRefusals } from './finding.ts';

const MAX_TRIGGER_WORDS = 20;

/** Omits most unknown values instead of guessing them. */
function abilityCard(card: AbilityCard, around: ViewContext, wording: Wording): MessageAnswer {
  const { agentNames, clashes = [], details, entry, inFull = false, lastSavedOn, plannedChanges = [], waits } = card;
  const { disablingWaits } = card;
  const known = merge(entry.ability, details);
  const heading = abilityLine({ ...entry, category: entry.category ?? known?.category ?? null });
  const facts = [
    heading,
    foreign(known?.description ?? entry.description ?? '', 300),
    isOffOnly(entry) ? '' : problemLine(entry),
  ].filter((line) => line !== '');
  const fields = [wordsField(entry), agentsField(card)].filter((field) => field !== null);
  const again = lineOf(entry, inFull);
  const problem = rowProblem(entry);
  const more = inFull ? detailLines(known, entry) : '';
  const draw = (shown: ViewContext): types.KnownBlock[] => {
    const shared = placeIn(shown);
    const toggle = toggleButton(entry, again, { disablingWaits, shared });
    return [
      { ...section(facts.join('\n')), accessory: toggle ?? undefined },
      ...(fields.length === 0
        ? []
        : [{ type: 'section' as const, fields: fields.map(({ label, value }) => mrkdwn(`*${label}*\n${value}`)) }]),
      ...clashBlocks(clashes),
      ...(plannedChanges.length === 0 ? [] : [context(plannedChangesLine(plannedChanges))]),
      ...(more === '' ? [] : [context(more)]),
      statusLine(card, shown, wording),
      ...actions(
        problem?.kind === 'silent-words' ? repairButton(problem, again, shared) : null,
        triggerWordsButton(entry, again, shared),
        addToAgentButton(entry, again, shared),
        deleteButton(entry, { agentNames, lastSavedOn, shared, waits }),
        inFull ? versionsButton(entry) : null,
        ...(entry.state === 'orphan' ? orphanButtons(entry) : []),
        moreMenu(card, around.canShare),
      ),
    ];
  };
  // If the card doesn't fit, its buttons omit the shared message.
  const drawn = [around, { ...around, shared: null }].map(draw).find(fits);
  return {
    surface: 'message',
    title: fittingTitle(card.entry.name, 'Ability'),
    replaces: true,
    text: toFallback(
      [
        around.notice,
        ...facts,
        ...fields.map(({ label, value }) => `${label}: ${value}`),
        plannedChangesLine(plannedChanges),
        lastChangeLine(card, wording),
        more,
      ]
        .filter((line) => line !== null && line !== '')
        .join('\n'),
    ),
    blocks: drawn ?? draw({ ...withShortNotice(around), shared: null }),
  };
}

const MAX_PLANNED_CHANGES = 3;

/** `Planned: disable tomorrow at 8:00 AM, every weekday from 8:00 to 18:00, by @ana · Quiet until 7:00 PM, by @ben` */
function plannedChangesLine(changes: readonly PlannedChange[]): string {
  const shown = changes.slice(0, MAX_PLANNED_CHANGES);
  const parts = shown.map((change) => `${plannedChangeWords(change)}, by ${person(change.userId)}`);
  const hidden = changes.length - parts.length;
  return [...parts, ...(hidden > 0 ? [`${hidden} more`] : [])].join(' · ');
}

function plannedChangeWords(change: PlannedChange): string {
  switch (change.kind) {
    case 'switch':
      return `Planned: ${change.wanted} ${dayAt(change.at)}${recurringWords(change)}`;
    case 'end-quiet':
      return `Quiet ${untilWords(change.at)}`;
  }
}

/** The hours run from the start to the end, so a change at their end names the state during these hours. */
function recurringWords({ every, wanted }: Extract<PlannedChange, { kind: 'switch' }>): string {
  if (!every) return '';
  return `, ${every.half === 'end' ? `${REVERSE[wanted]}d ` : ''}${recurrenceWords(every.recurrence)}`;
}

/** Shown only with the details, because the card has enough buttons otherwise. */
const versionsButton = ({ ability, name }: CatalogEntry) =>
  ability && button('Versions', { do: `versions id:${ability.id}` }, `Versions of ${name}`);

const fits = (blocks: readonly types.KnownBlock[]) => charactersOf(blocks) <= MAX_CHARACTERS;

/** The message that someone shared and that the card was opened from. Other messages redraw themselves. */
const placeIn = ({ shared }: ViewContext) => (shared?.sharedBy === undefined ? null : shared);

interface CardField {
  label: string;
  /** mrkdwn. */
  value: string;
}

/** True if the trigger words are only off: their label says so, instead of a line that would move the toggle. */
const isOffOnly = ({ installed, state, triggerWords }: CatalogEntry): boolean =>
  state === 'disabled' && triggerWords.length > 0 && installed?.isForAgents !== false;

function wordsField(entry: CatalogEntry): CardField | null {
  if (entry.triggerWords.length === 0) return null;
  const label = isOffOnly(entry) ? 'Trigger words (off while disabled)' : 'Trigger words';
  return { label, value: triggerWordsLine(entry.triggerWords, MAX_TRIGGER_WORDS) };
}

/** If the Ability isn't installed, the card already says that it is on no Agent. */
function agentsField(card: AbilityCard): CardField | null {
  const { ability, installed } = card.entry;
  const isUnknown = card.agentNames === null && ability !== null && installed !== null;
  const value = agentsValue(card) ?? (isUnknown ? `Unknown (${theService()} hasn't reported them)` : null);
  return value === null ? null : { label: 'Agents', value };
}

/** The result with an Undo button, or else the last change. It is below the toggle, so that the toggle doesn't move. */
function statusLine(card: AbilityCard, shown: ViewContext, wording: Wording): types.KnownBlock {
  if (shown.notice === null) return context(lastChangeLine(card, wording));
  const accessory = shown.step ?? undoButton(shown, shown.redraw, placeIn(shown));
  return { ...section(shown.notice), accessory: accessory ?? undefined };
}

const lineOf = (entry: CatalogEntry, inFull: boolean) =>
  `show ${formatAbilityRef(refTo(entry))}${inFull ? ' details:' : ''}`;

/** Plans a change; null if the service can't switch the Ability, for example because it has no trigger words. */
const laterOption = ({ installed, state, triggerWords }: CatalogEntry) =>
  installed && state !== 'orphan' && triggerWords.length > 0
    ? option('Later…', { do: `disable installed:${installed.id} later:`, asks: true })
    : null;

/** Slack's limit. */
const MAX_OPTIONS = 5;

function moreMenu(card: AbilityCard, canShare: boolean): types.Overflow {
  const { entry, inFull = false, plannedChanges = [] } = card;
  const later = laterOption(entry);
  // A quiet without an end isn't in the list of planned changes.
  const isPlanned = plannedChanges.some(({ at }) => at !== null);
  const again = lineOf(entry, inFull);
  return {
    type: 'overflow',
    action_id: 'more',
    options: [
      option(inFull ? 'Hide details' : 'Details', { do: lineOf(entry, !inFull) }),
      ...(entry.state === 'orphan' ? [] : [option('Audit log', { do: historyLine(entry) })]),
      ...(canShare ? [option('Show in channel', { do: again, share: true })] : []),
      ...(later ? [later] : []),
      ...(isPlanned ? [option('Planned changes', { do: 'scheduled' })] : []),
      // With *Show in channel* and *Later…*, the menu is full.
      ...(isPlanned || (canShare && later) ? [] : [option('Refresh', { do: again })]),
      option('All Abilities', { do: 'list' }),
      // If the menu is full, it omits *All Abilities*, which the list of planned changes offers too.
    ].slice(0, MAX_OPTIONS),
  };
}

const option = (label: string, value: Omit<ButtonValue, 'v'>): types.PlainTextOption => ({
  text: plain(label, 75),
  value: encodeButton(value),
});

/** `Last changed by @ben · today 10:40 PM · disabled` */
function lastChangeLine({ entry, lastChange }: AbilityCard, wording: Wording): string {
  if (!lastChange) return 'No changes from Slack yet.';
  const { at, userId } = lastChange;
  const left = toggledTo(lastChange, entry);
  const isStale = left !== null && left !== entry.installed?.enabled;
  const by = `${isStale ? 'Changed outside Slack. Last changed from Slack' : 'Last changed'} by ${person(userId)}`;
  return [by, day(at), wording.changeOnCard(lastChange.change, entry)].join(' · ');
}

/** The state after the change; null if it wasn't an enable or disable. */
const toggledTo = ({ change }: UndoRecord, { installed }: CatalogEntry): boolean | null =>
  installed ? stateAfter(change, installed.id) : null;

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

/** IDs and the service's metadata. */
function detailLines(known: Ability | null, { ability, installed }: CatalogEntry): string {
  const updated = known?.lastUpdated ?? installed?.lastUpdated ?? null;
  return [
    ability ? `Ability ID ${ability.id}` : '',
    installed ? `Installed ID ${installed.id}` : '',
    known?.versionCount ? `${known.versionCount} ${known.versionCount === 1 ? 'version' : 'versions'}` : '',
    yesOrNo('Approved', known?.isApproved),
    yesOrNo('Published', known?.isPublished),
    ownership(installed),
    installed?.shortcut ? `Shortcut: ${foreign(installed.shortcut, 60)}` : '',
    updated ? `Updated on ${theService()}: ${lastUpdated(updated)}` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function ownership(installed: InstalledAbility | null): string {
  const parts = [installed?.isSystem ? `Built into ${theService()}` : '', installed?.isDefault ? 'Default' : ''];
  return parts.filter((part) => part !== '').join(' · ');
}

const yesOrNo = (label: string, flag: boolean | null | undefined) =>
  flag === null || flag === undefined ? '' : `${label}: ${flag ? 'yes' : 'no'}`;

/** Shown in the reader's time zone if it's a valid timestamp; otherwise unchanged. */
function lastUpdated(sent: string): string {
  const at = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(sent) ? new Date(sent) : null;
  return at && !Number.isNaN(at.getTime()) ? day(at) : foreign(sent, 40);
}

export const showFeature = {
  drawings: {
    card: { view: abilityCard },
    'choose-form': { form: ({ wanted }, { origin }) => chooseModal(wanted, origin) },
  },
  refusals: findingRefusals,
  forms: chooseForms,
  entries: { show: { attempt: (names) => `see ${names}` } },
} satisfies SlackFeature;
