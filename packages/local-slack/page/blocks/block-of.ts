import type { Block } from '../../src/block-kit/index.ts';

/** The block of one type. */
export type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;
