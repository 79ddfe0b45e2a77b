import type { Refusal } from '../../core/refusal.ts';
import { hasEnded, type UploadRecord } from '../../store/upload-record.ts';
import type { SharedFile } from '../button-value.ts';
import type { MessageAnswer } from './answer.ts';
import { refusalSentence } from './sentences.ts';
import { bold, code, section, time, toFallback } from './text.ts';

/** A sentence on its own. It never takes the place of a message that somebody works with. */
export const sentenceMessage = (text: string): MessageAnswer => ({
  surface: 'message',
  text: toFallback(text),
  blocks: [section(text)],
  replaces: false,
});

/** Why somebody may not, where nothing else is drawn. */
export const refusedMessage = (refusal: Refusal, ref: string) =>
  sentenceMessage(`${refusalSentence(refusal)} (ref ${ref})`);

/**
 * Stops people from pressing again while the service is slow. It cannot be replaced by the answer, so it carries its
 * time.
 */
export const waitNotice = (at: Date) =>
  sentenceMessage(`Still working on this at ${time(at)}. The answer will be a separate message.`);

/** A button about an upload that is past what the button would do. */
export const uploadPastChoice = ({ form, state }: Pick<UploadRecord, 'form' | 'state'>) =>
  sentenceMessage(
    hasEnded({ state })
      ? `The upload of ${bold(form.name)} has ended already; its message says how. This click changed nothing.`
      : `The upload of ${bold(form.name)} goes on as it was decided already. Its message shows how far it is; this click added nothing.`,
  );

/** A button about an upload that nobody knows any more. */
export const uploadUnknown = () =>
  sentenceMessage(
    'I do not know this upload any more. Nothing changed. Drop the zip again, or use `/abilities upload`.',
  );

/** A drop that could not be answered, told to the one who dropped it. */
export const offerNotMade = (ref: string) =>
  sentenceMessage(
    `You shared a file, and Slack did not let me look at it. Nothing was uploaded. If it is an Ability, drop it again, or use \`/abilities upload\`. (ref ${ref})`,
  );

export const uploadNotDismissed = (file: SharedFile) =>
  sentenceMessage(
    `${code(file.name)} is being uploaded by somebody, or is uploaded already. Nothing changed. Its message tells how it goes.`,
  );

export const lateForm = () =>
  sentenceMessage(
    'Slack allows 3 seconds to open a form, and they were over. Nothing changed. Press or type it again.',
  );

export const formNotOpened = () =>
  sentenceMessage('Slack did not open the form. Nothing changed. Press or type it again in a minute.');
