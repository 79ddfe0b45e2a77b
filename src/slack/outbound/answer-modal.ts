import type { types } from '@slack/bolt';
import type { MessageAnswer } from '../blocks/answer.ts';
import { sentenceModal } from '../blocks/modal-frame.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';

/**
 * An answer where no message can stand: its buttons work as in a message, and draw the modal anew.
 * @param isOnTop whether it stands on another modal; it has no buttons then.
 */
export const answerModal = ({ blocks, text }: MessageAnswer, origin: Origin, isOnTop: boolean): types.ModalView => ({
  ...sentenceModal('Abilities', text),
  callback_id: 'answer',
  private_metadata: encodeMetadata({ form: 'answer', origin: { ...origin, view: null } }),
  blocks: isOnTop ? blocks.flatMap(withoutElements) : blocks,
});

/** Pictures stay: they ask for nothing. */
function withoutElements(block: types.KnownBlock): types.KnownBlock[] {
  if (block.type === 'actions') return [];
  if (block.type !== 'section' || !block.accessory || block.accessory.type === 'image') return [block];
  const { accessory: _element, ...rest } = block;
  return [rest];
}
