import type { Access } from './access/access.ts';

/** Who made a request, and what they may do where they made it. */
export interface Requester {
  /** A Slack user ID. */
  userId: string;
  access: Access;
  at: Date;
  /** Short ID of the request, shown to the person and logged. */
  ref: string;
}
