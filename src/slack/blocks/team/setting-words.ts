import type { Outcome } from '../../../core/outcome.ts';
import { settingsChanges } from '../../../core/settings-changes.ts';
import { foreign } from '../text.ts';
import { channel, person } from './access-sentences.ts';

/** A group is not mentioned: in the channel that is told every change all of its people would be called. */
const groupName = (id: string) => `group ${id}`;

const MENTIONS = { U: person, W: person, S: groupName, C: channel, G: channel } as const;

/** What a setting was or is, with names for the IDs in it; an ID that was cut is none. @param most characters before that. */
export const settingWords = (words: string, most: number): string =>
  foreign(words, most).replace(/\b([UWSCG])[A-Z0-9]{2,}\b(?!…)/g, (id, letter: keyof typeof MENTIONS) =>
    MENTIONS[letter](id),
  );

/** Characters of what a setting was, and of what it is. */
const MAX_EACH = 120;

export function settingsSavedSentence(
  { after, before }: Extract<Outcome, { kind: 'settings-saved' }>,
  by: string,
): string {
  const changes = settingsChanges(before, after).map(
    (change) =>
      `• ${change.setting}: ${settingWords(change.before, MAX_EACH)} → ${settingWords(change.after, MAX_EACH)}`,
  );
  return [`Settings saved ${by}. They hold at once.`, ...changes].join('\n');
}
