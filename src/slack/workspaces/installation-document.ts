import type { Installation } from '@slack/bolt';
import * as z from 'zod';
import type { Tenant } from '../people/tenant.ts';

const Named = z.object({ id: z.string().min(1), name: z.string().optional() });

/** What Slack hands over when the app is installed, as far as the bot has a use for it: no token of a person is kept. */
const InstallationDocument = z.object({
  team: Named.optional(),
  enterprise: Named.optional(),
  isEnterpriseInstall: z.boolean().default(false),
  /** Who installed it. */
  user: z.object({ id: z.string() }),
  bot: z.object({
    id: z.string(),
    userId: z.string(),
    token: z.string().min(1),
    scopes: z.array(z.string()),
    /** With token rotation: for the next token, which is fetched before this moment, in seconds since 1970. */
    refreshToken: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  appId: z.string().optional(),
});
export type InstallationDocument = z.infer<typeof InstallationDocument>;

/** @throws ZodError for what is none, such as an installation without a bot; its message holds no token. */
export const readInstallation = (given: unknown): InstallationDocument => InstallationDocument.parse(given);

/** As Bolt wants it. */
export const toInstallation = ({
  user,
  team,
  enterprise,
  ...rest
}: InstallationDocument): Installation<'v2', boolean> => ({
  ...rest,
  team,
  enterprise,
  user: { id: user.id, token: undefined, scopes: undefined },
  tokenType: 'bot',
  authVersion: 'v2',
});

/** Who has installed it. @throws when it belongs to nobody. */
export function tenantOf({ enterprise, isEnterpriseInstall, team }: InstallationDocument): Tenant {
  const enterpriseId = enterprise?.id ?? null;
  if (isEnterpriseInstall && enterpriseId !== null) return { id: enterpriseId, teamId: null, enterpriseId };
  if (!team) throw new Error('Slack does not say to which workspace an installation belongs.');
  return { id: team.id, teamId: team.id, enterpriseId };
}
