import type { Access } from './access/access.ts';

/** Who asks for something, and what they may do. */
export interface Actor {
  /** As Slack numbers people. */
  userId: string;
  access: Access;
}
