import type { InstalledAbility } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { splitWords } from '../../../core/split-words.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { wordsLine } from '../fit-lines.ts';
import { formModal, sentenceModal } from '../modal-frame.ts';
import { bold, clip, countOf, section } from '../text.ts';
import { typed, typedName } from '../typed-line.ts';
import { triggerWordsInput } from './trigger-words-modal.ts';

const TITLE = 'Trigger words';
/** Slack takes this much in a field and in what a modal remembers. */
const MAX_FIELD = 3000;
const MAX_METADATA = 3000;

/**
 * All trigger words of an Ability in one field. The form remembers the words that it shows: what is changed is told
 * against them, so that a word that somebody else adds meanwhile stays.
 */
export function editTriggersModal(row: InstalledAbility, origin: Origin): types.ModalView {
  const { id, name, triggerWords } = row;
  const metadata = encodeMetadata({ form: 'edit-triggers', installedId: id, base: triggerWords, origin });
  // As the submitted form is read: a comma ends a word, and words that read alike are one.
  const readBack = new Set(splitWords(triggerWords.join('\n').normalize('NFC')));
  const torn = triggerWords.filter((word) => !readBack.has(word));
  if (torn.length > 0) {
    return instead(
      row,
      `Some trigger words of ${bold(name)} would not come back from a form as they are, with a comma inside or almost the same as another: ${wordsLine(torn, 400)}.`,
    );
  }
  if (metadata.length > MAX_METADATA || triggerWords.join('\n').length > MAX_FIELD) {
    return instead(
      row,
      `${bold(name)} has ${countOf(triggerWords.length, 'trigger word')}. That is more than a form of Slack holds, so they cannot be edited all at once.`,
    );
  }
  return formModal({
    title: TITLE,
    submit: 'Save',
    callbackId: 'edit-triggers',
    metadata,
    blocks: [
      section(
        'What you take out is removed, what you write is added. A word that somebody else adds meanwhile stays. The service wants at least one.',
      ),
      triggerWordsInput(clip(name, 40), triggerWords, MAX_FIELD),
    ],
  });
}

/** Says why there is no form, and how the words are changed without it. */
function instead({ id, name }: InstalledAbility, reason: string): types.ModalView {
  const line = `triggers ${typedName(name, `installed:${id}`)}`;
  return sentenceModal(
    TITLE,
    `${reason} Nothing changed. Add or remove single words by typing: ${typed(`${line} add: good morning`)} or ${typed(`${line} remove: good morning`)}. All others stay as they are.`,
  );
}
