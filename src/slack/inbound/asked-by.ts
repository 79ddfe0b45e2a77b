import type { Actor } from '../../core/actor.ts';
import type { Asked } from '../blocks/notice.ts';
import type { Parts } from '../parts.ts';

/** Who asks, at which moment, under which number. */
export const askedBy = (userId: string, { context, newRef }: Parts): { asked: Asked; actor: Actor } => ({
  asked: { userId, at: context.now(), ref: newRef() },
  actor: { userId },
});
