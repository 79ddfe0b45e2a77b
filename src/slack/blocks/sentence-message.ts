import type { UploadForm } from '../../core/command.ts';
import type { MessageAnswer } from './answer.ts';
import { bold, section, toFallback } from './text.ts';

/** A sentence on its own. It never takes the place of a message that somebody works with. */
export const sentenceMessage = (text: string): MessageAnswer => ({
  surface: 'message',
  text: toFallback(text),
  blocks: [section(text)],
  replaces: false,
});

/** A slow service makes people press again; this keeps them from it. */
export const waitNotice = () =>
  sentenceMessage('The service takes its time. The answer follows here; there is no need to press again.');

/** An upload starts only when its progress can be shown. */
export const uploadNotTold = ({ name }: UploadForm, ref: string) =>
  sentenceMessage(
    `Slack did not take the message that tells how the upload of ${bold(name)} goes. Look at \`/abilities\` before you try again. (ref ${ref})`,
  );

export const lateForm = () =>
  sentenceMessage(
    'Slack allows 3 seconds to open a form, and they were over. Nothing changed. Press or type it again.',
  );

export const formNotOpened = () =>
  sentenceMessage('Slack did not open the form. Nothing changed. Press or type it again in a minute.');
