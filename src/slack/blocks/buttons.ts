import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { Requester } from '../../core/access.ts';
import { type CatalogEntry, refTo } from '../../core/catalog.ts';
import { mayDoAll, refuseVerb } from '../../core/permissions.ts';
import { formatAbilityRef } from '../../core/references.ts';
import type { Verb } from '../../core/verb.ts';
import type { UploadRecord } from '../../store/upload-record.ts';
import {
  type ButtonValue,
  encodeButton,
  encodeChangesRequest,
  encodeDismissal,
  encodeUpdateOffer,
  encodeUploadChoice,
  type SharedFile,
  type SharedPlace,
  type UploadChoice,
  verbOfButton,
} from '../button-value.ts';
import { STATE_WORDS } from './ability.ts';
import { type Answer, capital, clip, plain } from './kit.ts';
import { AS_LAST_SET } from './known-abilities.ts';

type Permitted = Pick<Requester, 'access'>;

/** Removes the buttons and menu entries that the requester may not use. Only messages have any. */
export const hideForbidden = (answer: Answer, requester: Permitted): Answer =>
  answer.surface === 'message' ? { ...answer, blocks: withoutForbidden(answer.blocks, requester) } : answer;

/** Permission comes from each button's command, so views don't have to check access themselves. */
export function withoutForbidden(blocks: readonly types.KnownBlock[], requester: Permitted): types.KnownBlock[] {
  if (mayDoAll(requester)) return [...blocks];
  return blocks.flatMap((block): types.KnownBlock[] => {
    if (block.type === 'actions') {
      const elements = block.elements.flatMap((element) => leftOf(element, requester) ?? []);
      return elements.length === 0 ? [] : [{ ...block, elements }];
    }
    if (block.type !== 'section' || !block.accessory) return [block];
    const left = leftOf(block.accessory, requester);
    if (left === block.accessory) return [block];
    const { accessory: _forbidden, ...rest } = block;
    return [left ? { ...rest, accessory: left } : rest];
  });
}

/** Null if the requester may not use the element at all. */
function leftOf<T extends types.ActionsBlockElement | types.SectionBlockAccessory>(
  element: T,
  requester: Permitted,
): T | types.Overflow | null {
  if (element.type === 'button') return mayPress(element.value, requester) ? element : null;
  if (element.type !== 'overflow') return element;
  const options = element.options.filter(({ value }) => mayPress(value, requester));
  return options.length === 0 ? null : { ...element, options };
}

function mayPress(value: string | undefined, requester: Permitted): boolean {
  const verb = value === undefined ? null : verbOfButton(value);
  return verb === null || refuseVerb(verb, requester) === null;
}

/** A button that runs a command line. Slack allows 75 characters in its label. */
export function button(label: string, value: Omit<ButtonValue, 'v'>, accessibleLabel?: string): types.Button {
  const file = value.file ? { file: withShortName(value.file) } : {};
  return rawButton(label, encodeButton({ ...value, ...file }), accessibleLabel);
}

export const dismissButton = (label: string, file: SharedFile): types.Button =>
  rawButton(label, encodeDismissal(withShortName(file)));

/** @param name the Ability whose code would be updated. */
export const updateOfferButton = (file: SharedFile, name: string): types.Button =>
  rawButton('Update code…', encodeUpdateOffer({ update: withShortName(file), name }), `Update code: ${name}`);

/** The accessible label names the upload, because several messages may have the same buttons. */
export const uploadButton = (
  label: string,
  { form, id }: Pick<UploadRecord, 'form' | 'id'>,
  decide: UploadChoice['decide'],
  style?: 'primary' | 'danger',
): types.Button => ({
  ...rawButton(label, encodeUploadChoice({ upload: id, decide }), `${label.replace('…', '')}: ${form.name}`),
  style,
});

/** Sends a file with all changes that an upload would make to existing code. */
export const changesButton = ({ id, name }: { id: string; name: string }): types.Button =>
  rawButton('Send all changes as a file', encodeChangesRequest(id), `Send all changes: ${name}`);

const MAX_FILE_NAME = 255;

/** In characters of JSON, where a control character takes six. Leaves room for the rest of a button or modal value. */
const MAX_FILE_JSON = 1600;

/** Shortens long names to fit Slack's limits. Names are for display only: files are found by their IDs. */
export function withShortName(file: SharedFile): SharedFile {
  let max = MAX_FILE_NAME;
  let short = withNamesOf(file, max);
  while (JSON.stringify(short).length > MAX_FILE_JSON) {
    max = Math.floor(max * 0.8);
    short = withNamesOf(file, max);
  }
  return short;
}

const withNamesOf = (file: SharedFile, max: number): SharedFile => ({
  ...file,
  name: clip(file.name, max),
  icon: file.icon ? { ...file.icon, name: clip(file.icon.name, max) } : undefined,
});

/** A button with a value that is already encoded. */
export function rawButton(label: string, value: string, accessibleLabel?: string): types.Button {
  return {
    type: 'button',
    action_id: actionId(label),
    text: plain(label, 75),
    value,
    accessibility_label: accessibleLabel ? plain(accessibleLabel, 75).text : undefined,
  };
}

/** Action IDs only have to be unique within a block: the value determines the action. */
const actionId = (label: string) => label.toLowerCase().replace(/[^a-z]+/g, '-');

/** Runs the verb's `tryLine`, after a confirmation dialog if it has a `tryQuestion`. */
export function tryButton({ name, tryLine, tryQuestion }: Verb, label: string, accessibleLabel?: string): types.Button {
  const tried = button(label, { do: tryLine }, accessibleLabel);
  if (tryQuestion === undefined) return tried;
  const yes = capital(name);
  const confirm = { title: plain(`${yes}?`), text: plain(tryQuestion), confirm: plain(yes), deny: plain('Cancel') };
  return { ...tried, confirm };
}

/** @param shared the shared message to redraw. */
const drawnAgain = (redraw: string | null | undefined, shared?: SharedPlace | null) => ({
  redraw: redraw ?? undefined,
  shared: shared ?? undefined,
});

interface ToggleOptions {
  /** The shared message that the private view came from. */
  shared?: SharedPlace | null;
  /** Set if a second admin has to approve the disabling. */
  disablingWaits?: true | undefined;
}

/** The label is the target state, so a second click changes nothing. Null if the Ability can't be toggled. */
export function toggleButton(
  entry: CatalogEntry,
  redraw: string | null,
  { disablingWaits, shared }: ToggleOptions = {},
): types.Button | null {
  if (entry.state !== 'enabled' && entry.state !== 'disabled') return null;
  const [verb, label] =
    entry.state === 'disabled' ? ['enable', 'Enable'] : ['disable', disablingWaits ? 'Ask to disable' : 'Disable'];
  const line = `${verb} ${formatAbilityRef(refTo(entry))}`;
  // Without trigger words, a form asks for them first.
  const asks = entry.triggerWords.length === 0 ? (true as const) : undefined;
  const value = { do: line, ...drawnAgain(redraw, shared), asks };
  return button(asks ? `${label}…` : label, value, `${label} ${entry.name}`);
}

/** Opens the form that adds the Ability to an Agent, and thereby installs it if necessary. Null for an orphan. */
export const addToAgentButton = (
  { ability, name }: CatalogEntry,
  redraw: string | null,
  shared?: SharedPlace | null,
): types.Button | null =>
  ability &&
  button('Add to Agent…', { do: `assign id:${ability.id}`, ...drawnAgain(redraw, shared) }, `Add to Agent: ${name}`);

/** A row's only button: toggle, else *Add…*, else *Show*. The labels are short, so that the buttons line up. */
export function rowButton(
  entry: CatalogEntry,
  redraw: string | null = null,
  options: Pick<ToggleOptions, 'disablingWaits'> = {},
): types.Button {
  const add = addToAgentButton(entry, redraw);
  return toggleButton(entry, redraw, options) ?? (add && { ...add, text: plain('Add…') }) ?? showButton(entry);
}

export function showButton(entry: CatalogEntry): types.Button {
  return button('Show', { do: `show ${formatAbilityRef(refTo(entry))}` }, `Show ${entry.name}`);
}

/** Opens the form with all trigger words. Null if the Ability isn't installed or is an orphan. */
export const triggerWordsButton = (
  entry: CatalogEntry,
  redraw?: string,
  shared?: SharedPlace | null,
): types.Button | null =>
  entry.installed && entry.state !== 'orphan'
    ? button(
        'Trigger words…',
        { do: `triggers installed:${entry.installed.id} edit:`, asks: true, ...drawnAgain(redraw, shared) },
        `Trigger words for ${entry.name}`,
      )
    : null;

/** Makes the trigger words of an installed Ability work again. */
export const repairButton = (
  { id, name }: { id: InstalledAbilityId; name: string },
  redraw?: string,
  shared?: SharedPlace | null,
): types.Button => button('Repair', { do: `repair installed:${id}`, ...drawnAgain(redraw, shared) }, `Repair ${name}`);

/** Used if a second admin has to approve the deletion. A modal's button takes at most 24 characters. */
export const ASK_TO_DELETE = 'Ask to delete';

interface DeleteOptions {
  /** Null if unknown. */
  agentNames?: readonly string[] | null;
  /** The Agents that were last saved with the Ability in Slack, for when `agentNames` is unknown. */
  lastSavedOn?: readonly string[];
  redraw?: string | null;
  /** The shared message that the confirmation or card came from. */
  shared?: SharedPlace | null;
  /** Set if a second admin has to approve the deletion. */
  waits?: true;
  /** Set if the message already asks for confirmation, so no dialog follows. */
  isAsked?: true;
}

/** Deletes after Slack's confirmation dialog. Null for an orphan, because the service deletes by Ability ID. */
export function deleteButton(
  entry: CatalogEntry,
  { agentNames = null, isAsked, lastSavedOn = [], redraw, shared, waits }: DeleteOptions = {},
): types.Button | null {
  if (!entry.ability) return null;
  const name = plain(entry.name, 60).text;
  const label = waits ? ASK_TO_DELETE : 'Delete';
  const value = {
    do: `delete id:${entry.ability.id}`,
    sure: true as const,
    waits,
    ...drawnAgain(redraw, shared),
  };
  if (isAsked) return { ...button(label, value, `${label} ${entry.name}`), style: 'danger' };
  return {
    ...button(`${label}…`, value, `${label} ${entry.name}`),
    style: 'danger',
    confirm: {
      title: plain(`${label} ${name}?`, 100),
      text: plain(deleteWarning(entry, { agentNames, lastSavedOn }, waits), 300),
      confirm: plain(label, 30),
      deny: plain('Cancel', 30),
      style: 'danger',
    },
  };
}

/** `It is enabled, on Echo and Nova. This can't be undone.` */
function deleteWarning(
  { state }: CatalogEntry,
  { agentNames, lastSavedOn }: { agentNames: readonly string[] | null; lastSavedOn: readonly string[] },
  waits?: true,
): string {
  const names = agentNames ?? lastSavedOn;
  const source = agentNames === null ? AS_LAST_SET : '';
  const assigned = names.length > 0 ? `, on ${someAgents(names)}${source}` : '';
  const isNow = `It is ${STATE_WORDS[state]}${assigned}.`;
  if (waits) return `${isNow} Another admin has to approve this. Once approved, the deletion can't be undone.`;
  return `${isNow} ${forGood(state, agentNames)}`;
}

/** `This removes it from every Agent and can't be undone.` */
export const forGood = (state: CatalogEntry['state'], agentNames: readonly string[] | null): string =>
  `This ${agentNames === null && state !== 'not-installed' ? 'removes it from every Agent and ' : ''}can't be undone.`;

/** `Echo`, `Echo and Nova`, `Echo, Nova and 3 more`. */
function someAgents(names: readonly string[]): string {
  const [first = '', second = '', ...others] = names.map((name) => plain(name, 60).text);
  if (second === '') return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
}

/** Null if nothing can be undone. */
export const undoButton = (
  { isRedo, undo }: { isRedo: boolean; undo: string | null },
  redraw: string | null,
  shared?: SharedPlace | null,
): types.Button | null =>
  undo === null ? null : button(isRedo ? 'Redo' : 'Undo', { do: `undo ${undo}`, ...drawnAgain(redraw, shared) });

/** Posts the view of `line` in the channel. Null if it can't be shared or already is. */
export const shareButton = (line: string, canShare: boolean): types.Button | null =>
  canShare ? button('Show in channel', { do: line, share: true }) : null;

/** An actions block without the null elements; no block if all are null. */
export function actions(...buttons: (types.ActionsBlockElement | null)[]): types.ActionsBlock[] {
  const elements = buttons.filter((element) => element !== null);
  return elements.length === 0 ? [] : [{ type: 'actions', elements: withDistinctIds(elements) }];
}

/** Slack rejects a message with duplicate action IDs, which labels that differ only in names may produce. */
function withDistinctIds(elements: readonly types.ActionsBlockElement[]): types.ActionsBlockElement[] {
  const seen = new Map<string, number>();
  return elements.map((element) => {
    const { action_id: id = '' } = element;
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return times === 1 ? element : { ...element, action_id: `${id}-${times}` };
  });
}

export const allAbilities = () => button('All Abilities', { do: 'list' });
export const listAndHelp = () => actions(allAbilities(), button('Help', { do: 'help' }));
