import { isAbilityName } from '../ability-name.ts';
import type { Outcome } from '../outcome.ts';

/** The name of a new Ability, when it is one that the service takes. */
export function startAbility(given: string): Outcome {
  const name = given.replace(/\s+/g, ' ').trim().normalize('NFC');
  if (isAbilityName(name)) return { kind: 'starter', name };
  return { kind: 'refused', refusal: { why: 'bad-argument', verb: 'new', usage: 'new <name>', given } };
}
