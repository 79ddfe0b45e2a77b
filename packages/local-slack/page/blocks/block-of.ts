import type { Block } from '../../src/block-kit/index.ts';

export type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;
