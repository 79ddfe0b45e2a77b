import type { types } from '@slack/bolt';
import type { UploadForm } from '../../../core/command.ts';
import { isOldGone, type UploadContents, type UploadEnd, type UploadRecord } from '../../../store/upload-record.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button } from '../buttons.ts';
import { bullets, clip, context, section, toFallback } from '../text.ts';
import { contentsLine, leftOutText } from './upload-contents.ts';
import { endSentence, oldOneSentence } from './upload-end-sentence.ts';

/** How an upload ended. Every end but success keeps what was filled in behind "Try again…", without a new drop. */
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
    // Where the old one is gone, the new package must not depend on the file in Slack.
    const file = {
      ...zip,
      ...(isOldGone({ end }) ? { kept: record.id } : {}),
      ...(icon ? { icon: { ...icon, name: clip(icon.name, 80) } } : {}),
    };
    const again = button('Try again…', { do: 'upload', file, draft: form }, `Try again: ${form.name}`);
    // What is wrong with a zip is mended in the zip.
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

/** A message has an end: what is long is carried once, by “Try again…”. */
const MAX_CARRIED_TWICE = 1000;

function anotherZipButton(form: UploadForm): types.Button {
  const carried = JSON.stringify(form).length <= MAX_CARRIED_TWICE ? { draft: form } : {};
  return button('Send another zip…', { do: 'upload', ...carried }, `Another zip for ${form.name}`);
}

/** There may be a line for each of hundreds of Agents. */
function notRestoredText(end: UploadEnd): string | null {
  const missing = 'notRestored' in end ? end.notRestored : [];
  return missing.length === 0 ? null : `*Not as before:*\n${bullets(missing, 400, 1500)}`;
}
