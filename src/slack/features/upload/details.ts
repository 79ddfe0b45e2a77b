import { formatBytes } from '@abilities-bot/ability-zip';
import type { types } from '@slack/bolt';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { bold, bullets, code, day, dayAt, foreign, section } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import { filesText, warningText } from './contents.ts';
import { comparison } from './question.ts';

/** Everything about an upload that its message leaves out. */
export function uploadDetails(record: UploadRecord): types.ModalView {
  const { contents, end, form, question, trouble, zip } = record;
  const by = question?.kind === 'name-taken' ? question.by : null;
  const why = end && 'sentence' in end ? end.sentence : (trouble?.sentence ?? null);
  const missing = end && 'notRestored' in end ? end.notRestored : [];
  const texts = [
    factsOf(record),
    why === null ? '' : foreign(why, 1000),
    missing.length === 0 ? '' : `*${record.kept ? 'Not restored' : 'Not added'}*\n${bullets(missing, 400, 2400)}`,
    contents
      ? `*${contents.files === 1 ? '1 file' : `${contents.files} files`}, ${formatBytes(contents.unpackedBytes)} unpacked*\n${filesText(contents)}`
      : '',
    foreign(contents?.leftOut ?? '', 400),
    ...(contents ? warningText(contents) : []),
  ];
  return {
    ...sentenceModal('Upload details', ''),
    blocks: [
      section(`${bold(form.name)} from ${code(zip.name)}`),
      ...(by ? [comparison(record, by, { keepsWords: false })] : []),
      ...texts.filter((text) => text !== '').map(section),
    ],
  };
}

function factsOf(record: UploadRecord): string {
  const { abilityId, acceptedAt, contents, decidedBy, end, giveUpAt, kept, previousCode, ref, trouble, userId } =
    record;
  const by = record.question?.kind === 'name-taken' ? record.question.by : null;
  const backAs = end?.kind === 'refused-after-delete' ? end.backAs : null;
  const old = kept?.abilityId ?? by?.abilityId ?? null;
  const now = backAs ?? abilityId;
  return [
    `Submitted by ${person(userId)} · ${day(new Date(acceptedAt))}`,
    ...(decidedBy !== undefined && decidedBy !== userId ? [`Decided by ${person(decidedBy)}`] : []),
    ...(now === null ? [] : [`Ability ID ${now}`]),
    ...(old === null ? [] : [`Previous Ability ID ${old}`]),
    ...(trouble && !end ? [`Retries until ${dayAt(new Date(giveUpAt))}`] : []),
    ...(contents ? [`Zip: ${formatBytes(contents.bytes)}, SHA-256 \`${contents.sha256}\``] : []),
    ...(previousCode === undefined ? [] : [`Previous code: SHA-256 \`${previousCode}\``]),
    `Ref ${code(ref)}`,
  ].join('\n');
}
