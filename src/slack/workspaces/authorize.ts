import { setTimeout as wait } from 'node:timers/promises';
import type { Authorize } from '@slack/bolt';
import type { Store } from '../../store/open-store.ts';
import type { Tenant } from '../people/tenant.ts';
import { type InstallationDocument, tenantOf } from './installation-document.ts';
import type { SealedInstallations, Source } from './sealed-installations.ts';

/** Who has installed the app, and with which token it works there now. */
export interface Authorized {
  tenant: Tenant;
  token: string;
  botId: string;
  botUserId: string;
}

/** In seconds: so long before its end Bolt fetches the next token. */
const RENEWED_BEFORE_S = 7200;
/** Longer than it takes to fetch a token, and short enough for who waits for a form. */
const WAITS_MS = [100, 200, 300, 400, 500];
/** After that somebody else may try: whoever began may have been killed. */
const TURN_MS = 15_000;

interface Tools {
  installations: Pick<SealedInstallations, 'find'>;
  seen: Store['seen'];
  /** Bolt's own: fetches the next token, keeps it in the installations, and says nothing when Slack refuses it. */
  renew: Authorize<boolean>;
}

/**
 * Finds out for whom something is, and has the next token fetched when the present one is about to run out. A refresh
 * token is good once: of all requests in all processes one uses it, and the others wait for what comes of that.
 * @returns null when the app is not installed there.
 */
export async function authorize(source: Source, { installations, renew, seen }: Tools): Promise<Authorized | null> {
  const found = await installations.find(source);
  if (!found) return null;
  const tenant = tenantOf(found);
  const { expiresAt, refreshToken } = found.bot;
  if (refreshToken === undefined || !isRunningOut(expiresAt)) return toAuthorized(found, tenant);
  const { enterpriseId, teamId } = tenant;
  const own = { teamId: teamId ?? '', enterpriseId: enterpriseId ?? '', isEnterpriseInstall: teamId === null };
  const turn = `renew:${refreshToken}`;
  if (await seen.claim(turn, TURN_MS)) {
    await renew(own);
    const renewed = await installations.find(own);
    // Slack did not answer, perhaps: the next request tries again.
    if (renewed?.bot.refreshToken === refreshToken) await seen.release(turn);
    return renewed && toAuthorized(renewed, tenant);
  }
  for (const ms of WAITS_MS) {
    await wait(ms);
    const now = await installations.find(own);
    if (now?.bot.token !== found.bot.token) return now && toAuthorized(now, tenant);
  }
  return toAuthorized(found, tenant);
}

const toAuthorized = ({ bot }: InstallationDocument, tenant: Tenant): Authorized => ({
  ...{ tenant, token: bot.token, botId: bot.id, botUserId: bot.userId },
});

const isRunningOut = (expiresAt: number | undefined): boolean =>
  expiresAt !== undefined && expiresAt - Date.now() / 1000 <= RENEWED_BEFORE_S;
