import type { types } from '@slack/bolt';
import { formatBytes } from '../../ability-package/format-bytes.ts';
import type { UploadForm } from '../../core/command.ts';
import type { UploadStep } from '../../core/operations/upload-ability.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { SharedFile } from '../button-value.ts';
import { STATE_WORDS } from './ability-line.ts';
import type { MessageAnswer } from './answer.ts';
import { actions, button, dismissButton } from './buttons.ts';
import type { Asked } from './notice.ts';
import { bold, code, context, countOf, foreign, section, toFallback } from './text.ts';
import { faultSentence, quote, troubleSentence } from './trouble-sentence.ts';

const message = (line: string, ...more: types.KnownBlock[]): MessageAnswer => ({
  surface: 'message',
  replaces: true,
  text: toFallback(line),
  blocks: [section(line), ...more],
});

const fileName = (file: SharedFile) => code(file.name);

/** The one reply to a dropped zip. */
export function uploadOffer(file: SharedFile, bytes: number | null): MessageAnswer {
  const size = bytes === null ? '' : ` (${formatBytes(bytes)})`;
  return message(
    `${fileName(file)}${size} can become an Ability.`,
    ...actions(button('Upload as an Ability…', { do: 'upload', file }), dismissButton('Not now', file)),
  );
}

/** The reply to a zip that is larger than the setting allows. */
export function uploadTooLarge(file: SharedFile, bytes: number, maxBytes: number): MessageAnswer {
  return message(
    `${fileName(file)} (${formatBytes(bytes)}) is too large to become an Ability: at most ${formatBytes(maxBytes)} is taken. Nothing was uploaded. Make it smaller and drop it again.`,
  );
}

export function uploadDismissed(file: SharedFile, asked: Asked): MessageAnswer {
  return message(
    `${fileName(file)} was left alone by <@${asked.userId}>.`,
    ...actions(button('Upload as an Ability…', { do: 'upload', file })),
  );
}

const STEPS = ['reading', 'checking', 'sending', 'confirming'] as const;

/** `Uploading Weather for @ana · reading 40 % → checking → sending → confirming`, with the present step in bold. */
export function uploadProgress(form: UploadForm, step: UploadStep, asked: Asked): MessageAnswer {
  const steps = STEPS.map((name) => {
    if (name !== step.step) return name;
    const percent = step.step === 'reading' && step.percent !== null ? ` ${step.percent} %` : '';
    return `*${name}${percent}*`;
  });
  return message(`Uploading ${bold(form.name)} for <@${asked.userId}> · ${steps.join(' → ')}`);
}

/** How an upload ended. Every end but success keeps what was filled in behind "Try again". */
export function uploadResult(outcome: Outcome, form: UploadForm, file: SharedFile, asked: Asked): MessageAnswer {
  if (outcome.kind === 'uploaded') {
    const { contents, id, name, state } = outcome;
    const known = state ? ` · ${state === 'not-installed' ? 'not installed yet' : STATE_WORDS[state]}` : '';
    return message(
      `${bold(name)} is uploaded, ID ${id}${known} · by <@${asked.userId}>`,
      context(
        `${fileName(file)} · ${countOf(contents.files, 'file')}, ${formatBytes(contents.unpackedBytes)} unpacked · SHA-256 ${contents.sha256.slice(0, 12)}`,
      ),
      ...actions(button('Show', { do: `show id:${id}` }), button('Assign to an Agent…', { do: 'agents' })),
    );
  }
  return message(failure(outcome, form, asked.ref), ...tryAgain(form, file));
}

/** A fault of the program itself, told like any other end. */
export const uploadFault = (form: UploadForm, file: SharedFile, asked: Asked): MessageAnswer =>
  message(`Uploading ${bold(form.name)} stopped. ${faultSentence(asked.ref)}`, ...tryAgain(form, file));

/** The bot was stopped before the end. Whether the service has the Ability is then not known. */
export const uploadInterrupted = (form: UploadForm, file: SharedFile, asked: Asked): MessageAnswer =>
  message(
    `Uploading ${bold(form.name)} was cut off: I am being restarted. Look at \`/abilities\` whether it is there before you try again. (ref ${asked.ref})`,
    ...tryAgain(form, file),
  );

const tryAgain = (form: UploadForm, file: SharedFile) =>
  actions(button('Try again…', { do: 'upload', file, draft: form }));

function failure(outcome: Outcome, form: UploadForm, ref: string): string {
  const notUploaded = `${bold(form.name)} was not uploaded:`;
  switch (outcome.kind) {
    case 'name-taken':
      return `${notUploaded} an Ability of that name exists already (ID ${outcome.id}). Nothing changed on the account. Choose another name, or delete the existing one first. (ref ${ref})`;
    case 'package-refused':
      return `${bold(form.name)} was not uploaded. ${foreign(outcome.sentence, 300)} Nothing changed on the account. (ref ${ref})`;
    case 'trouble': {
      const { error, effect } = outcome;
      if (error.kind === 'invalid-request' && error.detail) {
        return `${notUploaded} the service says ${quote(error.detail)}. Nothing changed on the account. Mend the zip and drop it again, or try again with other words. (ref ${ref})`;
      }
      const start =
        effect === 'none' ? `${bold(form.name)} was not uploaded.` : `Uploading ${bold(form.name)} ended unclearly.`;
      return `${start} ${troubleSentence(error, effect, ref)}`;
    }
    default:
      return `${bold(form.name)} was not uploaded. ${faultSentence(ref)}`;
  }
}
