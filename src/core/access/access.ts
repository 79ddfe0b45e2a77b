import type { AccountState } from '../connection.ts';
import type { Role } from './role.ts';

/** What somebody is in the workspace, as Slack tells it. */
export const PERSON_KINDS = [
  'owner',
  'admin',
  'member',
  'guest',
  'single-channel guest',
  'stranger',
  'bot',
  'deactivated',
] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** People and user groups, by the IDs that Slack gives them. */
export interface Listed {
  users: readonly string[];
  groups: readonly string[];
}

/** Who was given which role. */
export type Grants = Readonly<Record<Exclude<Role, 'none'>, Listed>>;

/** Why somebody has a role: by what they are, or because they or a group of theirs are listed for it. */
export type Because = { by: 'kind'; kind: PersonKind } | { by: 'listed' } | { by: 'group'; groupId: string };

/** What somebody may do at the place where they ask. Unknown when Slack or the store did not tell: then it is nothing. */
export type Access =
  | { known: false; reason: 'slack' | 'missing-scope' | 'settings' }
  | {
      known: true;
      role: Role;
      because: Because;
      /** Who is listed as admin, to be asked for a role. */
      admins: Listed;
      /** The channels where the bot may be used, when this is none of them; null where it may be. */
      onlyIn: readonly string[] | null;
      /** Why nothing can be asked of the service: the workspace is connected to no account. Left out where it is. */
      unconnected?: Exclude<AccountState, 'connected'>;
    };
