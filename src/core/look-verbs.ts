import { assignFeature } from './features/assign.ts';
import { exportFeature } from './features/export.ts';
import { listFeature } from './features/list.ts';
import { showFeature } from './features/show.ts';
import type { Verb } from './verb.ts';

/** The verbs that only look. */
export const LOOK_VERBS: readonly Verb[] = [
  listFeature.verbs.list,
  listFeature.verbs.search,
  showFeature.verbs.show,
  assignFeature.verbs.agents,
  exportFeature.verbs.export,
];
