import type { types } from '@slack/bolt';
import type { UploadForm } from '../../../core/features/upload.ts';
import {
  isOldGone,
  type KeptAbility,
  type UploadContents,
  type UploadEnd,
  type UploadRecord,
} from '../../../store/upload-record.ts';
import { STATE_WORDS } from '../../blocks/ability.ts';
import { actions, button } from '../../blocks/buttons.ts';
import {
  bold,
  bullets,
  clip,
  context,
  foreign,
  type MessageAnswer,
  namesLine,
  section,
  toFallback,
  triggerWordsLine,
} from '../../blocks/kit.ts';
import { contentsLine, leftOutText } from './messages.ts';
import { PLAN_VERBS } from './progress-message.ts';

type EndOf<K extends UploadEnd['kind']> = Extract<UploadEnd, { kind: K }>;

const DONE = { new: 'uploaded', update: 'updated', replace: 'replaced' } as const;

const SAME_ZIP = 'The zip is still here: “Try again…” needs no new drop.';

const CORRECT_IT = 'Press “Send another zip…” with a corrected one, or “Try again…” to change what you filled in.';

const LIST_FIRST = 'look at `/abilities` before you try again.';

/** The result, what did not change, and the next steps. */
export function endSentence(record: UploadRecord, end: UploadEnd): string {
  const { form, plan, ref } = record;
  const userId = record.decidedBy ?? record.userId;
  const name = bold(form.name);
  switch (end.kind) {
    case 'uploaded':
      return uploadedLine(record, end);
    case 'updated':
      return `${name} (ID ${end.abilityId}) has the new code · by <@${userId}>. Its description, category, icon, trigger words, state and Agents are as they were.`;
    case 'refused':
      return `${name} was not ${DONE[plan.kind]}. ${foreign(end.sentence, 600)} Nothing changed on the account. ${CORRECT_IT} (ref ${ref})`;
    case 'refused-after-delete':
      return afterDelete(record, end);
    case 'given-up':
      return `${givenUp(record, end)} (ref ${ref})`;
    case 'cancelled':
      return end.by === null
        ? `${name} was not ${DONE[plan.kind]}: nobody answered the question in time. Nothing changed on the account. ${SAME_ZIP}`
        : `${PLAN_VERBS[plan.kind]} ${name} was cancelled by <@${end.by}>. ${record.sends > 0 ? SENT_BEFORE : `Nothing was sent. ${SAME_ZIP}`}`;
  }
}

const SENT_BEFORE = 'It was sent before, without a clear answer: look at `/abilities` whether it is there.';

function uploadedLine(
  { decidedBy, form, kept, userId }: UploadRecord,
  { abilityId, state }: EndOf<'uploaded'>,
): string {
  const known = state ? ` · ${state === 'not-installed' ? 'not installed yet' : STATE_WORDS[state]}` : '';
  const done = kept ? `is replaced: ID ${abilityId} instead of ${kept.abilityId}` : `is uploaded, ID ${abilityId}`;
  return `${bold(form.name)} ${done}${known} · by <@${decidedBy ?? userId}>`;
}

function afterDelete({ form, kept, ref }: UploadRecord, { backAs, sentence }: EndOf<'refused-after-delete'>): string {
  const name = bold(form.name);
  const reason = foreign(sentence, 600);
  if (backAs !== null) {
    return `${name} was not replaced. ${reason} The old one is back, with the ID ${backAs}${kept ? ` instead of ${kept.abilityId}` : ''}. ${CORRECT_IT} (ref ${ref})`;
  }
  return `${name} was not replaced, and the old one is deleted. ${reason} ${CORRECT_IT} (ref ${ref})`;
}

/** Everything known of the old Ability if it is or may be deleted, since a user may have to recreate it. */
function oldOneSentence({ kept }: UploadRecord, end: UploadEnd): string | null {
  if (!kept) return null;
  if (end.kind === 'refused-after-delete') return end.backAs === null ? `Gone: ${describe(kept)}.` : null;
  return end.kind === 'given-up' && end.effect !== 'none' ? `The old one was ${describe(kept)}.` : null;
}

function describe({ abilityId, agents, allAgentsKnown, form, installed }: KeptAbility): string {
  const words = installed?.triggerWords ?? form.triggerWords;
  const names = agents.map(({ name }) => name);
  return [
    `the Ability with ID ${abilityId}`,
    installed ? (installed.enabled ? 'enabled' : 'disabled') : 'not installed',
    triggerWordsLine(words, 30),
    ...(names.length > 0 ? [`assigned to ${namesLine(names, 300)}`] : []),
    ...(allAgentsKnown ? [] : ['perhaps assigned to Agents that the service does not tell']),
    ...(form.description === '' ? [] : [`with the description “${foreign(form.description, 300).replace(/\.$/, '')}”`]),
  ].join(', ');
}

function givenUp(record: UploadRecord, { effect, sentence }: EndOf<'given-up'>): string {
  const name = bold(record.form.name);
  const { kind } = record.plan;
  const reason = foreign(sentence, 400);
  switch (effect) {
    case 'none':
      return `${name} was not ${DONE[kind]}: I gave up. ${reason} Nothing changed on the account. ${SAME_ZIP}`;
    case 'unknown':
      return `I gave up ${PLAN_VERBS[kind].toLowerCase()} ${name}. ${reason} I could not find out ${UNKNOWN[kind]}: ${LIST_FIRST}`;
    case 'old-deleted':
      return halfReplaced(record, reason);
  }
}

const UNKNOWN = {
  new: 'whether it is on the account',
  update: 'whether it has the new code',
  replace: 'whether the old one is deleted',
} as const;

/** The ID is that of the new Ability until the service refuses it, then that of the restored old one. */
function halfReplaced({ abilityId, form, refusal }: UploadRecord, reason: string): string {
  const name = bold(form.name);
  const lacks = 'It may lack what the old one had: look at `/abilities` and set the rest there.';
  if (refusal === null) {
    return abilityId === null
      ? `I gave up replacing ${name}, and the old one is deleted. ${reason} I could not find out whether the new one is there: ${LIST_FIRST}`
      : `I gave up replacing ${name} on the way: the old one is deleted, and the new one is there with the ID ${abilityId}. ${reason} ${lacks}`;
  }
  const refused = `${name} was not replaced. ${foreign(refusal, 400)}`;
  return abilityId === null
    ? `${refused} The old one is deleted, and I gave up putting it back. ${reason} I could not find out whether it is there: ${LIST_FIRST}`
    : `${refused} The old one was deleted and is back with the ID ${abilityId}, but I gave up giving it all that it had. ${reason} ${lacks}`;
}

/** Every end but success keeps the form's values behind "Try again…", so the zip need not be dropped again. */
export function uploadEnd(record: UploadRecord, end: UploadEnd): MessageAnswer {
  const texts = [endSentence(record, end), oldOneSentence(record, end), notRestoredText(end)].filter(
    (text) => text !== null,
  );
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(texts.join('\n')),
    blocks: [...texts.map(section), ...nextSteps(record, end)],
  };
}

function nextSteps(record: UploadRecord, end: UploadEnd): types.KnownBlock[] {
  const { contents, form, icon, zip } = record;
  if (end.kind !== 'uploaded' && end.kind !== 'updated') {
    // If the old Ability is gone, the new package must not depend on the file in Slack.
    const file = {
      ...zip,
      ...(isOldGone({ end }) ? { kept: record.id } : {}),
      ...(icon ? { icon: { ...icon, name: clip(icon.name, 80) } } : {}),
    };
    const again = button('Try again…', { do: 'upload', file, draft: form }, `Try again: ${form.name}`);
    // The user has to correct the zip itself.
    const isRefused = end.kind === 'refused' || end.kind === 'refused-after-delete';
    return actions(again, isRefused ? anotherZipButton(form) : null);
  }
  return [
    ...(contents ? contentsContext(zip.name, contents).map(context) : []),
    ...actions(
      button('Show', { do: `show id:${end.abilityId}` }, `Show ${form.name}`),
      button('Assign to an Agent…', { do: `assign id:${end.abilityId}` }, `Assign ${form.name} to an Agent`),
    ),
  ];
}

const contentsContext = (fileName: string, contents: UploadContents): string[] => [
  `${contentsLine(fileName, contents)} · SHA-256 \`${contents.sha256}\``,
  ...leftOutText(contents),
];

/** Message size is limited: long values are included only once, in “Try again…”. */
const MAX_CARRIED_TWICE = 1000;

function anotherZipButton(form: UploadForm): types.Button {
  const carried = JSON.stringify(form).length <= MAX_CARRIED_TWICE ? { draft: form } : {};
  return button('Send another zip…', { do: 'upload', ...carried }, `Another zip for ${form.name}`);
}

/** There may be hundreds of Agents, with a line each. */
function notRestoredText(end: UploadEnd): string | null {
  const missing = 'notRestored' in end ? end.notRestored : [];
  return missing.length === 0 ? null : `*Not as before:*\n${bullets(missing, 400, 1500)}`;
}
