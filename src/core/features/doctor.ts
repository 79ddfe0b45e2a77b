import { type Feature, SHOWS } from '../feature.ts';
import type { Finding } from '../finding.ts';

/** `all`: also show the checks that passed. */
export type DoctorCommand = { verb: 'doctor'; all?: true };

export type DoctorOutcome = { kind: 'examined'; findings: Finding[]; all?: true };

export const doctorFeature: Feature<DoctorCommand, DoctorOutcome> = {
  verbs: {
    doctor: {
      group: 'Team',
      role: 'admin',
      action: 'run the doctor',
      needsAccount: false,
      argument: '[all]',
      summary: 'Check the setup and see how to fix problems.',
      examples: ['doctor', 'doctor all'],
      homeLabel: 'Doctor',
      tryLine: 'doctor',
      read: (argument) => {
        if (argument === '') return { verb: 'doctor' };
        return argument.toLowerCase() === 'all' ? { verb: 'doctor', all: true } : null;
      },
    },
  },
  commands: {
    doctor: {
      changes: false,
      ofAnyAccount: true,
      run: async ({ all }, { context }) => ({
        kind: 'examined',
        findings: await context.doctor.examine(),
        all,
      }),
    },
  },
  outcomes: {
    examined: SHOWS,
  },
  records: {},
};
