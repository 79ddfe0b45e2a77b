import type { types } from '@slack/bolt';
import type { AbilityState } from '../../../core/catalog.ts';
import type { LastDeletion } from '../../../core/features/delete/last-deletion.ts';
import type { UploadForm } from '../../../core/features/upload/upload.ts';
import { isOldGone, type KeptAbility, type UploadEnd, type UploadRecord } from '../../../store/upload-record.ts';
import type { UploadVerdict } from '../../../store/upload-verdict.ts';
import { actions, button, undoButton, uploadButton } from '../../blocks/buttons.ts';
import {
  bold,
  bullets,
  capital,
  clip,
  day,
  foreign,
  type MessageAnswer,
  namesAnd,
  namesLine,
  section,
  toFallback,
  triggerWordsLine,
} from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import type { AnnouncedOnReceipt } from '../../workspace.ts';
import { because } from './messages.ts';
import { foundWords, openVerdict, repairSteps } from './verdict.ts';

type EndOf<K extends UploadEnd['kind']> = Extract<UploadEnd, { kind: K }>;

const DONE = { new: 'uploaded', update: 'updated', replace: 'replaced' } as const;

/** Sending a stored version again is a rollback, whether it updates or replaces the Ability. */
const doneWord = ({ plan, zip }: Pick<UploadRecord, 'plan' | 'zip'>): string =>
  zip.version === undefined ? DONE[plan.kind] : 'rolled back';

const NOUNS = { new: 'Upload', update: 'Update', replace: 'Replacement' } as const;

const nounOf = ({ plan, zip }: Pick<UploadRecord, 'plan' | 'zip'>): string =>
  zip.version === undefined ? NOUNS[plan.kind] : 'Rollback';

/** Names a mention, because slash commands don't work in threads. */
const LIST_FIRST = 'Check `@abilities list` before you try again.';

/** The current state of an uploaded Ability. */
export interface InstalledNow {
  /** Null if unknown. */
  state: AbilityState | 'deleted' | null;
  /** Names of the Agents that are known to have it. */
  agents: readonly string[];
  /** Who deleted it from Slack; absent if nobody did, or if that is unknown. */
  deletion?: LastDeletion;
}

/** The result in one line, for the upload's own message and for announcements. */
export function endSentence(record: UploadRecord, end: UploadEnd, now?: InstalledNow): string {
  const { decidedBy, form, userId } = record;
  const done = doneWord(record);
  const name = bold(form.name);
  const by = person(decidedBy ?? userId);
  const verdict = openVerdict(end, now);
  if (verdict && isDone(end)) return verdictSentence(`${name} ${done} by ${by}`, verdict);
  switch (end.kind) {
    case 'uploaded':
      return `${name} ${done} by ${by}${addedWords(record, end)}.${installedWords(now ?? { state: end.state, agents: [] })}`;
    case 'updated':
      return `${name} ${done} by ${by}. Only its code changed.${record.addTo ? ` It was not added to ${bold(record.addTo.name)}.` : ''}`;
    case 'refused':
      return because(`${name} was not ${done}`, end.sentence);
    case 'refused-after-delete':
      return afterDelete(record, end, verdict);
    case 'given-up':
      return givenUp(record, end);
    case 'cancelled':
      if (end.by === null) return `${name} was not ${done}: nobody decided in time.`;
      return `${nounOf(record)} of ${name} canceled by ${person(end.by)}.${record.sends > 0 ? ` The code may have been uploaded already. ${LIST_FIRST}` : ''}`;
  }
}

const verdictSentence = (made: string, { found, kind }: UploadVerdict, as = 'requested'): string =>
  kind === 'different'
    ? `${made}, but not as ${as}: ${foundWords(found)}.`
    : `${made}, but not confirmed: ${foundWords(found)}. ${LIST_FIRST}`;

/** Worded as an event, because the Agent's Abilities may change later. */
const addedWords = ({ addTo, kept }: UploadRecord, { notRestored }: EndOf<'uploaded'>): string =>
  addTo && !kept && notRestored.length === 0 ? ` and added to ${bold(addTo.name)}` : '';

function installedWords({ agents, deletion, state }: InstalledNow): string {
  const on = agents.length === 0 ? '' : namesAnd(agents, 300);
  switch (state) {
    case 'enabled':
    case 'disabled':
      return on === '' ? (state === 'enabled' ? ' Enabled.' : ' Disabled.') : ` ${capital(state)}, on ${on}.`;
    case 'not-installed':
      return on === '' ? ' Not installed yet.' : ` On ${on}, but not installed yet.`;
    case 'deleted':
    case 'orphan':
      return deletion ? ` Deleted by ${person(deletion.userId)} · ${day(deletion.at)}.` : ' Since deleted.';
    case null:
      return '';
  }
}

function afterDelete(
  { form }: UploadRecord,
  { backAs, sentence }: EndOf<'refused-after-delete'>,
  verdict: UploadVerdict | null,
): string {
  const name = bold(form.name);
  return backAs === null
    ? because(`The previous version of ${name} was deleted, but the new version was not uploaded`, sentence)
    : `${because(`${name} was not replaced`, sentence)} ${verdict ? verdictSentence('The previous version was restored', verdict, 'it was') : 'The previous version was restored.'}`;
}

const isDone = (end: UploadEnd): end is EndOf<'uploaded' | 'updated'> =>
  end.kind === 'uploaded' || end.kind === 'updated';

/** The previous version if it was or may have been deleted, because someone may have to recreate it. */
function lostOne({ kept }: UploadRecord, end: UploadEnd): KeptAbility | null {
  if (!kept) return null;
  const isLost =
    end.kind === 'refused-after-delete' ? end.backAs === null : end.kind === 'given-up' && end.effect !== 'none';
  return isLost ? kept : null;
}

/** Everything known about the lost version. */
function describe({ agents, allAgentsKnown, form, installed }: KeptAbility): string {
  const names = agents.map(({ name }) => name);
  const known = names.length > 0 ? namesLine(names, 300) : '';
  const others = allAgentsKnown ? '' : known === '' ? 'unknown' : 'maybe others';
  const facts = [
    ['State', installed ? (installed.enabled ? 'enabled' : 'disabled') : 'not installed'],
    ['Trigger words', triggerWordsLine(installed?.triggerWords ?? form.triggerWords, 30)],
    ['Agents', [known, others].filter((part) => part !== '').join(', ')],
    ['Description', foreign(form.description, 300)],
  ] as const;
  const lines = facts.flatMap(([label, value]) => (value === '' ? [] : [`*${label}*  ${value}`]));
  return ['The previous version was:', ...lines].join('\n');
}

/** Opens a form with the lost version's values. The person has to provide the zip. */
function recreateButton({ form, installed }: KeptAbility): types.Button {
  const draft = { ...form, triggerWords: installed?.triggerWords ?? form.triggerWords };
  const carried = JSON.stringify(draft).length <= MAX_CARRIED_TWICE ? { draft } : {};
  return button(
    'Upload the previous version…',
    { do: 'upload', ...carried },
    `Upload the previous version of ${form.name}…`,
  );
}

function givenUp(record: UploadRecord, { effect, sentence }: EndOf<'given-up'>): string {
  const name = bold(record.form.name);
  const done = doneWord(record);
  switch (effect) {
    case 'none':
      return because(`${name} was not ${done}`, sentence, 400);
    case 'unknown':
      return `${because(`${name} may not have been ${done}`, sentence, 400)} ${LIST_FIRST}`;
    case 'old-deleted':
      return halfReplaced(record, sentence);
  }
}

const INCOMPLETE = "Check the Ability's Agents, trigger words and state.";

/** `abilityId` is the new version's ID, or the restored version's ID if the service rejected the new version. */
function halfReplaced({ abilityId, form, refusal }: UploadRecord, sentence: string): string {
  const name = bold(form.name);
  if (refusal === null) {
    return abilityId === null
      ? `${because(`${name} may not have been replaced`, sentence, 400)} The previous version was deleted. ${LIST_FIRST}`
      : `${because(`${name} was replaced, but its settings were not restored`, sentence, 400)} ${INCOMPLETE}`;
  }
  const refused = because(`${name} was not replaced`, refusal, 400);
  return abilityId === null
    ? `${refused} The previous version was deleted and may not have been restored. ${foreign(sentence, 400)} ${LIST_FIRST}`
    : `${refused} The previous version was restored, but some of its settings may be missing. ${foreign(sentence, 400)} ${INCOMPLETE}`;
}

/**
 * The receipt. After every end but success, *Try again…* keeps the form's values, so the zip needn't be dropped again.
 * @param now the Ability's current state; absent if it is as it was at the end of the upload.
 * @param announced the change that has just been made from this receipt.
 */
export function uploadEnd(
  record: UploadRecord,
  end: UploadEnd,
  now?: InstalledNow,
  announced: AnnouncedOnReceipt | null = null,
): MessageAnswer {
  const isLacking = end.kind === 'uploaded' && end.notRestored.length > 0;
  const mark = isLacking || openVerdict(end, now) ? ':warning: ' : '✓ ';
  const line = `${isDone(end) ? mark : ''}${endSentence(record, end, now)}`;
  const lost = lostOne(record, end);
  const texts = [line, lost && describe(lost), notRestoredText(record, end)].filter((text) => text !== null);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([...texts, ...(announced ? [announced.notice] : [])].join('\n')),
    blocks: [
      ...texts.map(section),
      ...(announced ? [announcedLine(announced)] : []),
      ...actions(...nextSteps(record, end, now), uploadButton('Upload details', record, 'details')),
    ],
  };
}

function announcedLine(announced: AnnouncedOnReceipt): types.SectionBlock {
  const accessory = undoButton(announced, null);
  return { ...section(announced.notice), accessory: accessory ?? undefined };
}

function nextSteps(record: UploadRecord, end: UploadEnd, now?: InstalledNow): (types.Button | null)[] {
  const { form } = record;
  const verdict = openVerdict(end, now);
  const repairs = verdict
    ? repairSteps(record, verdict, isDone(end) ? againButton('Upload again…', record, end) : null)
    : [];
  if (isDone(end)) {
    if (end.kind === 'updated')
      return [
        ...repairs,
        showButton(end, form),
        button('Versions', { do: `versions id:${end.abilityId}` }, `Versions of ${form.name}`),
      ];
    const isGone = now?.state === 'deleted' || now?.state === 'orphan';
    const add = button('Add to Agent…', { do: `assign id:${end.abilityId}` }, `Add to Agent: ${form.name}`);
    const show = showButton(end, form);
    if (isGone) return repairs;
    return [...repairs, ...(isOnAgent(record, end, now) ? [show, add] : [add, show])];
  }
  // After a rejection, the zip itself has to be corrected.
  const isRefused = end.kind === 'refused' || end.kind === 'refused-after-delete';
  const lost = lostOne(record, end);
  return [
    ...repairs,
    againButton('Try again…', record, end),
    isRefused ? anotherZipButton(form) : null,
    lost && recreateButton(lost),
  ];
}

const showButton = ({ abilityId }: EndOf<'uploaded' | 'updated'>, { name }: UploadForm) =>
  button('Show Ability', { do: `show id:${abilityId}` }, `Show Ability: ${name}`);

/** If false, the next step is to add the Ability, because without an Agent it does nothing. */
function isOnAgent(record: UploadRecord, end: EndOf<'uploaded'>, now?: InstalledNow): boolean {
  if (now && now.agents.length > 0) return true;
  const { kept } = record;
  return kept ? kept.agents.length > 0 && end.notRestored.length === 0 : addedWords(record, end) !== '';
}

function againButton(label: string, { form, icon, id, zip }: UploadRecord, end: UploadEnd): types.Button {
  // If the previous version is gone, the new package must not depend on the file in Slack.
  const file = {
    ...zip,
    kept: isOldGone({ end }) ? id : undefined,
    icon: icon ? { ...icon, name: clip(icon.name, 80) } : undefined,
  };
  return button(label, { do: 'upload', file, draft: form }, `${label.replace('…', '')}: ${form.name}`);
}

/** Messages have a size limit, so long values are included only once, in *Try again…*. */
const MAX_CARRIED_TWICE = 1000;

function anotherZipButton(form: UploadForm): types.Button {
  const carried = JSON.stringify(form).length <= MAX_CARRIED_TWICE ? { draft: form } : {};
  return button('Another zip…', { do: 'upload', ...carried }, `Another zip for ${form.name}`);
}

/** Limited, because there may be hundreds of Agents with a line each. */
function notRestoredText({ kept }: UploadRecord, end: UploadEnd): string | null {
  const missing = 'notRestored' in end ? end.notRestored : [];
  return missing.length === 0 ? null : `*${kept ? 'Not restored' : 'Not added'}:*\n${bullets(missing, 400, 1500)}`;
}
