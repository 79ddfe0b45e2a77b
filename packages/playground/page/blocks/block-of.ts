import type { Block } from '@abilities-bot/local-slack/block-kit';

/** The block of one type. */
export type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;
