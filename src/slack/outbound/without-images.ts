import type { types } from '@slack/bolt';

/** The same blocks without any picture. */
export const withoutImages = (blocks: readonly types.KnownBlock[]): types.KnownBlock[] =>
  blocks
    .filter(({ type }) => type !== 'image')
    .map((block) => {
      if (block.type !== 'section' || block.accessory?.type !== 'image') return block;
      const { accessory: _image, ...rest } = block;
      return rest;
    });
