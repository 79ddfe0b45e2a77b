import type { Option } from '../../block-kit/composition.ts';

/** Options under a heading, or without one. */
export interface Section {
  label: string | null;
  options: readonly Option[];
}
