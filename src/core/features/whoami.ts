import type { Access } from '../access.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { withoutArgument } from '../verb.ts';

export type WhoamiCommand = { verb: 'whoami' };

export type WhoamiOutcome = { kind: 'whoami'; access: Access };

export const whoamiFeature: Feature<WhoamiCommand, WhoamiOutcome> = {
  verbs: {
    whoami: {
      group: 'Team',
      role: 'none',
      needsAccount: false,
      argument: '',
      summary: 'Show your role and why you have it.',
      examples: ['whoami'],
      homeLabel: 'My access',
      tryLine: 'whoami',
      read: withoutArgument({ verb: 'whoami' }),
    },
  },
  commands: {
    whoami: {
      changes: false,
      ofAnyAccount: true,
      run: (_, { requester }) => ({ kind: 'whoami', access: requester.access }),
    },
  },
  outcomes: {
    whoami: SHOWS,
  },
  records: {},
};
