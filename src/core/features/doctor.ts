import { type Feature, SHOWS } from '../feature.ts';
import type { Finding } from '../finding.ts';
import { EVERYWHERE, withoutArgument } from '../verb.ts';

export type DoctorCommand = { verb: 'doctor' };

export type DoctorOutcome = { kind: 'examined'; findings: Finding[] };

export const doctorFeature = {
  verbs: {
    doctor: {
      name: 'doctor',
      group: 'Team',
      role: 'admin',
      needsAccount: false,
      argument: '',
      summary: 'Whether all that I need is there and right, and what mends the rest.',
      examples: ['doctor'],
      tryLine: 'doctor',
      places: EVERYWHERE,
      read: withoutArgument({ verb: 'doctor' }),
    },
  },
  commands: {
    doctor: {
      verb: 'doctor',
      changes: false,
      targets: () => [],
      run: async (_, { context }) => ({ kind: 'examined', findings: await context.doctor.examine() }),
    },
  },
  outcomes: {
    examined: SHOWS,
  },
} satisfies Feature<DoctorCommand, DoctorOutcome>;
