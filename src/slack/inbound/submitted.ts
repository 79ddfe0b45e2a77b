import type { FormReply } from './form-reply.ts';

/** What a submitted form leads to: an answer within 3 seconds, and the work after it. */
export interface Submitted {
  reply: FormReply | undefined;
  work?: () => Promise<void>;
}
