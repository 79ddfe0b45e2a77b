import { type Feature, SHOWS } from '../feature.ts';
import type { Outcome } from '../outcome.ts';
import { isAbilityName, unquote } from '../references.ts';

export type StarterCommand = { verb: 'new'; name: string };

export type StarterOutcome = { kind: 'starter'; name: string };

export const starterFeature: Feature<StarterCommand, StarterOutcome> = {
  verbs: {
    new: {
      group: 'Upload',
      // Viewers may use it because it changes nothing on the account.
      role: 'viewer',
      needsAccount: false,
      argument: '<name>',
      summary: 'Get a starter zip for a new Ability.',
      examples: ['new Night Tides'],
      homeLabel: 'Starter zip',
      tryLine: 'new Night Tides',
      read: (argument) => ({ verb: 'new', name: unquote(argument) }),
    },
  },
  commands: {
    new: { verb: 'new', changes: false, targets: () => [], ofAnyAccount: true, run: ({ name }) => startAbility(name) },
  },
  outcomes: {
    starter: SHOWS,
  },
  records: {},
};

/** Accepts the same names for a new Ability as the service. */
function startAbility(given: string): Outcome {
  const name = given.replace(/\s+/g, ' ').trim().normalize('NFC');
  if (isAbilityName(name)) return { kind: 'starter', name };
  return { kind: 'refused', refusal: { why: 'bad-argument', verb: 'new', usage: 'new <name>', given } };
}
