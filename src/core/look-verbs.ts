import { assignFeature } from './features/assign.ts';
import { listFeature } from './features/list.ts';
import { showFeature } from './features/show.ts';
import { EVERYWHERE, type Verb, withoutArgument } from './verb.ts';

/** The verbs that only look. */
export const LOOK_VERBS: readonly Verb[] = [
  listFeature.verbs.list,
  listFeature.verbs.search,
  showFeature.verbs.show,
  assignFeature.verbs.agents,
  {
    name: 'export',
    group: 'Look',
    role: 'viewer',
    argument: '',
    summary: 'Everything on the account as a file.',
    examples: ['export'],
    tryLine: 'export',
    places: EVERYWHERE,
    read: withoutArgument({ verb: 'export' }),
  },
];
