import type { types } from '@slack/bolt';
import { isWrapOffered, type TakenBy, type UploadRecord } from '../../../store/upload-record.ts';
import { STATE_WORDS } from '../abilities/ability-line.ts';
import { categoryLabel } from '../abilities/category-label.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, uploadButton } from '../buttons.ts';
import {
  bold,
  code,
  context,
  countOf,
  day,
  foreign,
  mrkdwn,
  namesLine,
  section,
  toFallback,
  triggerWordsLine,
} from '../text.ts';
import { contentsBlocks, spokenContents } from './upload-contents.ts';

/** What is asked before anything is sent: whether to send what was found, or what to do about a name that is taken. */
export function uploadQuestion(record: UploadRecord): MessageAnswer {
  const { askUntil, contents, form, question, userId, zip } = record;
  const by = question?.kind === 'name-taken' ? question.by : null;
  const line = by
    ? `${bold(form.name)} exists already (ID ${by.abilityId}), <@${userId}>. Nothing is uploaded yet. What should become of ${code(zip.name)}?`
    : `This is inside ${code(zip.name)}, <@${userId}>. Nothing is uploaded yet. Should it become ${bold(form.name)}?`;
  const until =
    askUntil === null
      ? null
      : `I wait for an answer until ${day(new Date(askUntil))}; without one nothing is uploaded.`;
  const noBackup = by?.packageGiven === false ? NO_BACKUP : null;
  const spoken = [
    line,
    noBackup,
    by ? choicesLine(by) : null,
    contents ? spokenContents(zip.name, contents) : null,
    until,
  ];
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(spoken.filter((part) => part !== null).join('\n')),
    blocks: [
      section(line),
      ...(noBackup ? [section(noBackup)] : []),
      ...(by ? [comparison(record, by), context(choicesLine(by))] : []),
      ...(contents ? contentsBlocks(zip.name, contents) : []),
      ...(until === null ? [] : [context(until)]),
      ...inRows(by ? choicesForTaken(record, by) : choicesForContents(record)),
    ],
  };
}

/** Said where it is decided: the service was asked for the package, and gave none. */
export const NO_BACKUP =
  '*The package of the old one cannot be kept.* The service does not give it now. If the new one is refused after the delete, the old one is lost.';

/** Old and new side by side. */
export function comparison({ contents, form }: UploadRecord, by: TakenBy): types.SectionBlock {
  const old = [
    `*There now* (ID ${by.abilityId})`,
    `State: ${STATE_WORDS[by.state]}`,
    `Category: ${foreign(categoryLabel(by.category ?? 'none'), 60)}`,
    `Description: ${foreign(by.description ?? '', 200) || 'none'}`,
    `Trigger words: ${wordsOf(by)}`,
    `Agents: ${agentsOf(by)}`,
  ];
  const fresh = [
    '*New*',
    ...(contents ? [`Package: ${countOf(contents.files, 'file')}`] : []),
    `Category: ${categoryLabel(form.category)}`,
    `Description: ${foreign(form.description, 200)}`,
    `Trigger words: ${wordsOf(form)}`,
  ];
  return { type: 'section', fields: [old, fresh].map((lines) => mrkdwn(lines.join('\n'))) };
}

function agentsOf({ agentNames, holders }: TakenBy): string {
  if (agentNames !== null) return namesLine(agentNames, 200);
  if (holders.length === 0) return 'unknown';
  const names = holders.map(({ name }) => name);
  return `${namesLine(names, 200)}, as last saved from Slack`;
}

const wordsOf = ({ triggerWords }: Pick<TakenBy, 'triggerWords'>) =>
  triggerWords.length === 0 ? 'none' : triggerWordsLine(triggerWords);

/** What each button would do. */
function choicesLine({ canUpdateInPlace }: TakenBy): string {
  return [
    ...(canUpdateInPlace
      ? [
          '*Update in place* gives this code to the one that is there. All else about it stays: what you filled in is not used.',
        ]
      : []),
    '*Replace* deletes that one and uploads this one, which gets a new ID. You choose its Agents first.',
    '*Other name* leaves that one alone and uploads this one beside it.',
  ].join('\n');
}

const WRAP_LABELS = {
  flat: 'Put into a folder and upload',
  folder: 'Move to the top and upload',
  zip: 'Upload the zip inside',
} as const;

const BUTTONS_A_ROW = 3;

const inRows = (buttons: readonly types.Button[]): types.ActionsBlock[] => [
  ...actions(...buttons.slice(0, BUTTONS_A_ROW)),
  ...actions(...buttons.slice(BUTTONS_A_ROW)),
];

const choicesForTaken = (record: UploadRecord, { canUpdateInPlace }: TakenBy): types.Button[] => [
  ...(canUpdateInPlace ? [uploadButton('Update in place', record, 'update', 'primary')] : []),
  uploadButton('Replace…', record, 'replace'),
  uploadButton('Other name…', record, 'change'),
  uploadButton('Cancel', record, 'cancel'),
];

/** `send` uploads the zip unchanged, regardless of the form. A zip that can be repacked gets both buttons. */
function choicesForContents(record: UploadRecord): types.Button[] {
  const { contents } = record;
  const send = isWrapOffered(contents)
    ? [
        uploadButton(WRAP_LABELS[contents?.lift?.kind ?? 'flat'], record, 'send-wrapped', 'primary'),
        uploadButton('Upload as it is', record, 'send'),
      ]
    : [uploadButton('Upload', record, 'send', 'primary')];
  return [...send, uploadButton('Change…', record, 'change'), uploadButton('Cancel', record, 'cancel')];
}
