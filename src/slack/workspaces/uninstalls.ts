import type { App } from '@slack/bolt';
import * as z from 'zod';
import type { Logger } from '../../logger.ts';
import type { Store } from '../../store/open-store.ts';
import { readSlackError } from '../outbound/read-slack-error.ts';
import type { Workspaces } from './workspaces.ts';

const Revocation = z.object({
  event: z.object({ tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish() }),
});

interface Tools {
  log: Logger;
  store: Pick<Store, 'forgetTenant' | 'assignments' | 'snapshots'>;
  workspaces: Pick<Workspaces, 'byTenant' | 'drop'>;
}

/** Removed: Slack tells it in two ways, in no certain order, and perhaps again when the bot is installed anew already. */
export function listenForUninstalls(app: App, tools: Tools): void {
  app.event('app_uninstalled', ({ context }) => endOf(context, tools));
  app.event('tokens_revoked', async ({ body, context }) => {
    const { event } = Revocation.parse(body);
    // Tokens of people are none of the bot's.
    if ((event.tokens?.bot ?? []).length > 0) await endOf(context, tools);
  });
}

interface Whom {
  teamId?: string | undefined;
  enterpriseId?: string | undefined;
  isEnterpriseInstall: boolean;
}

/** Forgets the tokens and the key; the history stays. */
async function endOf({ enterpriseId, isEnterpriseInstall, teamId }: Whom, { log, store, workspaces }: Tools) {
  // The end of an organisation's installation names none of its workspaces.
  const id = isEnterpriseInstall ? enterpriseId : (teamId ?? enterpriseId);
  if (id === undefined) return;
  if (await isInstalled(id, workspaces)) {
    log.info({ tenant: id }, 'Slack told of the end of an installation, and there is a newer one');
    return;
  }
  await store.forgetTenant(id);
  await store.assignments.forgetAll(id);
  await store.snapshots.of(id).forget();
  workspaces.drop(id);
  log.info({ tenant: id }, 'the bot was removed; its tokens and the key of the account are forgotten');
}

/** Whether the token that is kept is good: of an installation that has ended it is not. */
async function isInstalled(id: string, workspaces: Tools['workspaces']): Promise<boolean> {
  try {
    const parts = await workspaces.byTenant(id);
    return parts !== null && (await parts.client.web.auth.test()).ok;
  } catch (error) {
    // Slack being away proves nothing: a newer installation must not be lost for it.
    return !/^(invalid_auth|not_authed|account_inactive|token_revoked|token_expired)$/.test(
      readSlackError(error) ?? '',
    );
  }
}
