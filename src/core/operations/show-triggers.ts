import type { Outcome } from '../outcome.ts';
import type { AbilityRef } from '../ref.ts';
import type { OperationContext } from './context.ts';
import { findInstalled, requireInstalled } from './find-installed.ts';
import { lookFor } from './look-for.ts';

/** Endpoints 5 and 6: the words of the installed record, which are the ones that fire. */
export async function showTriggers(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const found = requireInstalled((await lookFor(target, context)).found);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return { kind: 'triggers', entry: found.entry, row: found.row };
}

/** The form that has all words. */
export async function openTriggersForm(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const found = await findInstalled(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return { kind: 'triggers-form', row: found.row };
}
