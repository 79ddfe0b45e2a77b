import type { types } from '@slack/bolt';
import { joinAnd } from '../../../base/join-words.ts';
import { TheService, theService } from '../../../core/service-name.ts';
import {
  canUpdateCode,
  isSameCode,
  isWrapOffered,
  type TakenBy,
  type UploadRecord,
} from '../../../store/upload-record.ts';
import { categoryLabel, STATE_WORDS } from '../../blocks/ability.ts';
import { actions, uploadButton } from '../../blocks/buttons.ts';
import {
  bold,
  countOf,
  dayAt,
  foreign,
  type MessageAnswer,
  mrkdwn,
  namesAnd,
  namesLine,
  plain,
  section,
  toFallback,
  triggerWordsLine,
} from '../../blocks/kit.ts';
import { encodeUploadChoice, type UploadChoice } from '../../button-value.ts';
import { contentsLine, repairsText } from './contents.ts';

/**
 * The question before anything is sent: whether to send the contents, or what to do about a name that is taken.
 * `canReplace`: true if someone who sees it may replace the Ability.
 */
export function uploadQuestion(record: UploadRecord, { canReplace }: { canReplace: boolean }): MessageAnswer {
  const { question } = record;
  const by = question?.kind === 'name-taken' ? question.by : null;
  const line = by ? takenLine(record, by, canReplace) : contentsQuestion(record);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...(by ? choicesForTaken(record, by, canReplace) : choicesForContents(record))],
  };
}

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

const expiry = ({ askUntil }: UploadRecord): string =>
  askUntil === null ? '' : `Expires ${dayAt(new Date(askUntil))}.`;

function takenLine(record: UploadRecord, by: TakenBy, canReplace: boolean): string {
  const whoReplaces = canReplace ? '' : 'Only admins can replace the Ability.';
  const backup = canReplace && by.packageGiven === false ? noBackup() : '';
  if (record.zip.version !== undefined) {
    const how = by.canUpdateInPlace ? '' : ` ${TheService()} can't update it in place, so it has to be replaced.`;
    const question = `Roll back ${bold(record.form.name)} (${STATE_WORDS[by.state]})?${how}`;
    return joined(question, by.canUpdateInPlace ? '' : whoReplaces, backup, expiry(record));
  }
  const fresh = newWords(record, by);
  return joined(
    `${bold(record.form.name)} already exists (${STATE_WORDS[by.state]}).`,
    fresh.length > 0 ? `Your upload differs in ${joinAnd(fresh)}.` : by.code ? 'Your upload changes nothing.' : '',
    by.code ? '' : "I couldn't compare the code.",
    canUpdateCode(by) ? KEEPS : '',
    whoReplaces,
    backup,
    expiry(record),
  );
}

const KEEPS = '*Update code…* keeps everything but the code.';

/** Shown with the decision, if the service did not return the package. */
export const noBackup = () =>
  `*The current version can't be backed up:* if ${theService()} rejects your zip, the Ability is lost.`;

function newWords({ form }: UploadRecord, by: TakenBy): string[] {
  const sameWords =
    form.triggerWords.length === by.triggerWords.length &&
    form.triggerWords.every((word) => by.triggerWords.includes(word));
  return [
    by.code && !isSameCode(by) ? 'code' : '',
    form.description === (by.description ?? '') ? '' : 'description',
    form.category === by.category ? '' : 'category',
    sameWords ? '' : 'trigger words',
  ].filter((word) => word !== '');
}

function contentsQuestion(record: UploadRecord): string {
  const { contents, form, zip } = record;
  const [warning, ...more] = contents?.warnings ?? [];
  return joined(
    `Upload ${bold(form.name)}?`,
    contents ? `${contentsLine(zip, contents)}.` : '',
    contents ? repairsText(contents, zip) : '',
    warning === undefined ? '' : `:warning: ${foreign(warning, 400)}`,
    more.length > 0 ? `${countOf(more.length, 'more warning')} in *Details*.` : '',
    expiry(record),
  );
}

/** Both versions side by side. @param keepsWords true if the new version gets the current version's trigger words. */
export function comparison(
  { form }: Pick<UploadRecord, 'form'>,
  by: TakenBy,
  { keepsWords }: { keepsWords: boolean },
): types.SectionBlock {
  const old = [
    `*Now* (${STATE_WORDS[by.state]})`,
    foreign(by.description ?? '', 200) || 'No description',
    foreign(categoryLabel(by.category ?? 'none'), 60),
    wordsOf(by),
    `Agents: ${agentsOf(by)}`,
  ];
  const words = keepsWords ? 'The same trigger words' : wordsOf(form);
  const fresh = ['*New*', foreign(form.description, 200), categoryLabel(form.category), words];
  return { type: 'section', fields: [old, fresh].map((lines) => mrkdwn(lines.join('\n'))) };
}

function agentsOf({ agentNames, holders }: TakenBy): string {
  if (agentNames !== null) return namesLine(agentNames, 200);
  if (holders.length === 0) return 'unknown';
  const names = holders.map(({ name }) => name);
  return `${namesAnd(names, 200)}, as last set from Slack`;
}

const wordsOf = ({ triggerWords }: Pick<TakenBy, 'triggerWords'>) =>
  triggerWords.length === 0 ? 'No trigger words' : triggerWordsLine(triggerWords);

type Entry = readonly [label: string, decide: UploadChoice['decide']];

function more({ id }: UploadRecord, ...entries: readonly Entry[]): types.Overflow {
  return {
    type: 'overflow',
    action_id: 'more-choices',
    options: entries.map(([label, decide]) => ({
      text: plain(label, 75),
      value: encodeUploadChoice({ upload: id, decide }),
    })),
  };
}

function choicesForTaken(record: UploadRecord, by: TakenBy, canReplace: boolean): types.ActionsBlock[] {
  const update = canUpdateCode(by) ? uploadButton('Update code…', record, 'update') : null;
  if (record.zip.version !== undefined) {
    return actions(
      update ?? (canReplace ? uploadButton('Replace…', record, 'replace') : null),
      more(record, ['Details', 'details'], ['Discard', 'cancel']),
    );
  }
  const replace: readonly Entry[] = canReplace ? [['Replace…', 'replace']] : [];
  return actions(
    update,
    uploadButton('Rename…', record, 'change'),
    more(record, ...replace, ['Details', 'details'], ['Discard', 'cancel']),
  );
}

/** `send` uploads the zip unchanged, regardless of the form. */
function choicesForContents(record: UploadRecord): types.ActionsBlock[] {
  const isRepaired = isWrapOffered(record.contents);
  const asItIs: readonly Entry[] = isRepaired ? [['Upload as is', 'send']] : [];
  return actions(
    uploadButton('Upload', record, isRepaired ? 'send-wrapped' : 'send', 'primary'),
    uploadButton('Change…', record, 'change'),
    more(record, ...asItIs, ['Details', 'details'], ['Discard', 'cancel']),
  );
}
