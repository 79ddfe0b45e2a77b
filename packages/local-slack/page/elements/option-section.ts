import type { Option } from '../../src/block-kit/index.ts';

/** Options under a heading, or without one. */
export interface Section {
  label: string | null;
  options: readonly Option[];
}
