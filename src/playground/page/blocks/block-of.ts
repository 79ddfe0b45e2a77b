import type { Block } from '../../block-kit/blocks.ts';

/** The block of one type. */
export type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;
