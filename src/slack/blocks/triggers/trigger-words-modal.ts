import type { InstalledAbility } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { formModal } from '../modal-frame.ts';
import { bold, clip, cut, plain, section } from '../text.ts';

const WORDS_MAX = 600;

export const TRIGGER_WORDS_FIELD = { block: 'trigger_words', action: 'trigger_words' } as const;

/** Requester when an Ability has none: the service refuses to switch it without (service interface, "Limits"). */
export function triggerWordsModal(
  row: InstalledAbility,
  wanted: 'enable' | 'disable',
  redraw: string | null,
  origin: Origin,
): types.ModalView {
  return formModal({
    title: 'Trigger words',
    submit: wanted === 'enable' ? 'Save and enable' : 'Save and disable',
    callbackId: 'trigger-words',
    metadata: encodeMetadata({ form: 'trigger-words', installedId: row.id, wanted, redraw, origin }),
    blocks: [
      section(
        `${bold(row.name)} has none. The service needs at least one trigger word before it can ${wanted} this Ability.`,
      ),
      triggerWordsInput(clip(row.name, 40)),
    ],
  });
}

/**
 * One per line or separated by commas.
 * @param most characters that the field takes.
 */
export function triggerWordsInput(
  forWhat: string,
  initial: readonly string[] = [],
  most: number = WORDS_MAX,
): types.InputBlock {
  return {
    type: 'input',
    block_id: TRIGGER_WORDS_FIELD.block,
    label: plain(`Trigger words for ${forWhat}`),
    hint: plain('One per line; a comma ends one too. What a person says to start the Ability.'),
    element: {
      type: 'plain_text_input',
      action_id: TRIGGER_WORDS_FIELD.action,
      multiline: true,
      max_length: most,
      ...(initial.length > 0 ? { initial_value: cut(initial.join('\n'), most) } : {}),
    },
  };
}
