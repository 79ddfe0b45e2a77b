import type { UploadRecord } from '../../../store/upload-record.ts';
import { day, foreign, time } from '../text.ts';

/** The problem, the time of the next try, what is safe meanwhile, and when the bot stops trying. */
export function troubleLine(record: UploadRecord, trouble: NonNullable<UploadRecord['trouble']>): string {
  const next = time(new Date(trouble.nextTryAt));
  const last = day(new Date(record.giveUpAt));
  return `${asEnd(foreign(trouble.sentence, 400))} Trying again at ${next}. ${whatIsSafe(record)} I stop trying at ${last}.`;
}

/** A name at the beginning, such as Slack's, stays as it is. */
const asEnd = (sentence: string): string =>
  sentence.replace(/^(?:The|It|An?|There|Something|Looking)\b/, (first) => first.toLowerCase());

function whatIsSafe({ kept, plan, refusal, sends, state }: UploadRecord): string {
  switch (state) {
    case 'keeping':
      return 'Nothing is lost: the old one is as it was, and nothing was sent.';
    case 'deleting':
      return 'What the old one had is kept. Whether it is deleted is looked up before anything else is done.';
    case 'restoring':
      return refusal === null
        ? 'The new one is there; what the old one had is kept.'
        : 'The old one is there again; what it had is kept.';
    case 'putting-back':
      return 'The old one is deleted; what it had and the new zip are kept.';
    case 'sending':
    case 'confirming':
      if (kept) return 'The old one is deleted; what it had and the new zip are kept.';
      return plan.kind === 'update'
        ? 'Nothing is lost: sending the new code again does no harm.'
        : 'Nothing is lost: before anything is sent again, I look whether it is there.';
    default:
      return sends > 0 ? 'Nothing is lost: it is not on the account yet.' : 'Nothing is lost: nothing was sent yet.';
  }
}
