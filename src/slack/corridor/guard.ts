import { refuseVerb } from '../../core/access/refuse-access.ts';
import type { Actor } from '../../core/actor.ts';
import type { Refusal } from '../../core/refusal.ts';
import { type Recorder, recordRefusal, type Wish } from './record-attempt.ts';

/** For what is no command: why somebody may not do it, written down; null when they may. */
export async function guard(wish: Wish, actor: Pick<Actor, 'access'>, parts: Recorder): Promise<Refusal | null> {
  const refusal = refuseVerb(wish.verb, actor);
  if (refusal) await recordRefusal(wish, refusal, parts);
  return refusal;
}
