import type { WordsMeanwhile } from '../../../core/outcome.ts';
import { wordsLine } from '../fit-lines.ts';

/** Each way, so that a notice with all that was saved still has room for it. */
const MAX_WORDS = 150;

/** What somebody else did to the trigger words since they were shown: `Meanwhile somebody else added “x”; that stays.` */
export function meanwhileLine({ added, removed }: WordsMeanwhile): string {
  const did = [
    added.length > 0 ? `added ${wordsLine(added, MAX_WORDS)}` : '',
    removed.length > 0 ? `removed ${wordsLine(removed, MAX_WORDS)}` : '',
  ].filter((part) => part !== '');
  return `Meanwhile somebody else ${did.join(', ')}; that stays.`;
}
