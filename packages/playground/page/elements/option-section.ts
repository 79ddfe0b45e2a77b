import type { Option } from '@abilities-bot/local-slack/block-kit';

/** Options under a heading, or without one. */
export interface Section {
  label: string | null;
  options: readonly Option[];
}
