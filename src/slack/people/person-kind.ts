import * as z from 'zod';
import type { PersonKind } from '../../core/access/access.ts';
import type { Tenant } from './tenant.ts';

const flag = z.boolean().nullish();

/** What users.info tells of a person, as far as it decides what they may do. Flags that are missing are not set. */
export const UserInfo = z.object({
  user: z.object({
    team_id: z.string().nullish(),
    deleted: flag,
    is_bot: flag,
    is_stranger: flag,
    is_restricted: flag,
    is_ultra_restricted: flag,
    is_admin: flag,
    is_owner: flag,
    is_primary_owner: flag,
    /** Only in an organisation. Its own flags stand for the organisation as a whole. */
    enterprise_user: z
      .object({
        enterprise_id: z.string().nullish(),
        teams: z.array(z.string()).nullish(),
        is_admin: flag,
        is_owner: flag,
      })
      .nullish(),
  }),
});
export type UserInfo = z.infer<typeof UserInfo>['user'];

/** What somebody is here. What takes rights away is looked at first. */
export function personKind(user: UserInfo, tenant: Tenant): PersonKind {
  if (user.deleted) return 'deactivated';
  if (user.is_bot) return 'bot';
  if (!belongs(user, tenant)) return 'stranger';
  if (user.is_ultra_restricted) return 'single-channel guest';
  if (user.is_restricted) return 'guest';
  const { enterprise_user: inOrganisation } = user;
  // An organisation that installed the bot as a whole is run by its own admins, not by those of one of its workspaces.
  const office = tenant.teamId === null ? (inOrganisation ?? {}) : user;
  if (office.is_owner || user.is_primary_owner) return 'owner';
  return office.is_admin ? 'admin' : 'member';
}

function belongs({ enterprise_user: inOrganisation, is_stranger, team_id }: UserInfo, tenant: Tenant): boolean {
  if (is_stranger) return false;
  const isOfEnterprise =
    tenant.enterpriseId !== null &&
    (inOrganisation?.enterprise_id === tenant.enterpriseId || team_id === tenant.enterpriseId);
  if (tenant.teamId === null) return isOfEnterprise;
  return team_id === tenant.teamId || (isOfEnterprise && (inOrganisation?.teams ?? []).includes(tenant.teamId));
}
