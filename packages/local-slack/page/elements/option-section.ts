import type { Option } from '../../src/block-kit/index.ts';

/** Options with an optional heading. */
export interface Section {
  label: string | null;
  options: readonly Option[];
}
