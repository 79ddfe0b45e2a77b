import type { Access } from '../access.ts';
import { EVERYWHERE, type Verb, withoutArgument } from '../verb.ts';

export type WhoamiCommand = { verb: 'whoami' };

export type WhoamiOutcome = { kind: 'whoami'; access: Access };

export const whoamiFeature = {
  verbs: {
    whoami: {
      name: 'whoami',
      group: 'Team',
      role: 'none',
      needsAccount: false,
      argument: '',
      summary: 'What you may do here, and why.',
      examples: ['whoami'],
      tryLine: 'whoami',
      places: EVERYWHERE,
      read: withoutArgument({ verb: 'whoami' }),
    },
  } satisfies Record<string, Verb>,
};
