import type { Installation, InstallationStore } from '@slack/bolt';
import * as z from 'zod';
import { learnSecret } from '../../base/secrets.ts';
import type { KeyCheck, KeyStore, ShownKey } from '../../core/connection.ts';
import { explainServiceError } from '../../core/explain-service-error.ts';
import { TheService } from '../../core/service-name.ts';
import { isServiceError } from '../../service/errors.ts';
import type { Tenant } from '../../slack/people/people.ts';
import { SealError } from '../../store/encryption.ts';
import type { ConnectedAccount } from '../../store/sealed.ts';
import type { Store } from '../../store/store.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { OpenService } from '../open-service.ts';
import { CachedByTenant } from './kept-by-tenant.ts';

const Named = z.object({ id: z.string().min(1), name: z.string().optional() });

/** The parts of an installation that the bot uses. User tokens are not stored. */
const InstallationDocument = z.object({
  team: Named.optional(),
  enterprise: Named.optional(),
  isEnterpriseInstall: z.boolean().default(false),
  user: z.object({ id: z.string() }),
  bot: z.object({
    id: z.string(),
    userId: z.string(),
    token: z.string().min(1),
    scopes: z.array(z.string()),
    /** Only with token rotation. `expiresAt` is in seconds since 1970; Bolt refreshes the token before that. */
    refreshToken: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  appId: z.string().optional(),
});
export type InstallationDocument = z.infer<typeof InstallationDocument>;

/** @throws ZodError if this isn't an installation, for example because it has no bot. The message contains no token. */
export const readInstallation = (given: unknown): InstallationDocument => InstallationDocument.parse(given);

/** Converts to Bolt's type. */
const toInstallation = ({ user, team, enterprise, ...rest }: InstallationDocument): Installation<'v2', boolean> => ({
  ...rest,
  team,
  enterprise,
  user: { id: user.id, token: undefined, scopes: undefined },
  tokenType: 'bot',
  authVersion: 'v2',
});

/** The tenant that installed the app. @throws if Slack named none. */
export function tenantOf({ enterprise, isEnterpriseInstall, team }: InstallationDocument): Tenant {
  const enterpriseId = enterprise?.id ?? null;
  if (isEnterpriseInstall && enterpriseId !== null) return { id: enterpriseId, teamId: null, enterpriseId };
  if (!team) throw new Error('Slack sent an installation without a workspace.');
  return { id: team.id, teamId: team.id, enterpriseId };
}

/** The workspace or organization that a payload names. */
export interface Source {
  teamId: string | undefined;
  enterpriseId: string | undefined;
  isEnterpriseInstall: boolean;
}

/** Stores Bolt's installations, encrypted. */
export class SealedInstallations implements InstallationStore {
  readonly #store: Pick<Store, 'installations' | 'of'>;
  readonly #kept: CachedByTenant<InstallationDocument>;

  constructor(store: Pick<Store, 'installations' | 'notices' | 'of'>) {
    this.#store = store;
    this.#kept = new CachedByTenant(store.notices);
  }

  /** Prefers the workspace's own installation to the organization's. Null if there is neither. */
  find(source: Source): Promise<InstallationDocument | null> {
    return findFirst(source, (id) => this.#read(id));
  }

  /** Like `find`, but uses the cache if possible. */
  findStored(source: Source): Promise<InstallationDocument | null> {
    return findFirst(source, (id) => this.#kept.get(id, () => this.#read(id)));
  }

  async #read(id: string): Promise<InstallationDocument | null> {
    const record = await this.#store.installations.find(id);
    return record && readInstallation(record.document);
  }

  async storeInstallation(given: Installation): Promise<void> {
    const document = readInstallation(given);
    const { enterpriseId, id, teamId } = tenantOf(document);
    await this.#store.installations.save({ tenantId: id, teamId, enterpriseId, document });
    await this.#store.of(id).settings.resumeWatch();
  }

  async fetchInstallation(source: Source): Promise<Installation<'v2', boolean>> {
    const document = await this.find(source);
    if (!document) throw new Error('The app is not installed there.');
    return toInstallation(document);
  }

  async deleteInstallation({ enterpriseId, isEnterpriseInstall, teamId }: Source): Promise<void> {
    const id = isEnterpriseInstall ? enterpriseId : teamId;
    if (id !== undefined) await this.#store.of(id).forget();
  }
}

async function findFirst(
  { enterpriseId, isEnterpriseInstall, teamId }: Source,
  find: (id: string) => Promise<InstallationDocument | null>,
): Promise<InstallationDocument | null> {
  for (const id of [isEnterpriseInstall ? undefined : teamId, enterpriseId]) {
    const found = id === undefined ? null : await find(id);
    if (found) return found;
  }
  return null;
}

type AccountStore = Pick<TenantStore, 'account' | 'approvalsOf' | 'assignments' | 'snapshot'>;

/**
 * The connected account; `unreadable` if none of the bot's keys can decrypt it.
 * @param onUnreadable called with the reason, for the operator.
 * @throws store errors.
 */
export async function readAccount(
  { account }: Pick<TenantStore, 'account'>,
  onUnreadable: (reason: SealError) => void = () => undefined,
): Promise<ConnectedAccount | 'unreadable' | null> {
  try {
    return await account.find();
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    onUnreadable(error);
    return 'unreadable';
  }
}

/** The API key of one workspace, stored encrypted. */
export class SealedKey implements KeyStore {
  readonly #store: AccountStore;
  readonly #openService: OpenService;
  readonly #changed: () => void;

  /** @param changed called when the key has been replaced or removed. */
  constructor(store: AccountStore, openService: OpenService, changed: () => void) {
    this.#store = store;
    this.#openService = openService;
    this.#changed = changed;
  }

  async present(): Promise<ShownKey | null> {
    const account = await readAccount(this.#store);
    if (account === null || account === 'unreadable') return account;
    const { connectedAt, connectedBy, lastFour } = account;
    return { connectedAt, connectedBy, lastFour };
  }

  async check(apiKey: string, withinMs: number): Promise<KeyCheck> {
    try {
      await this.#openService({ kind: 'api-key', value: apiKey }, withinMs).listAgents({ mayBePartial: true });
      return { ok: true };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const isRefused = error.kind === 'unauthorized';
      const what = isRefused ? `${TheService()} rejects this key.` : explainServiceError(error);
      const next = isRefused ? 'Check that the key is complete and still valid.' : 'Try again in a minute.';
      return { ok: false, sentence: `${what} Nothing was saved. ${next}` };
    }
  }

  async connect(apiKey: string, connectedBy: string): Promise<void> {
    learnSecret(apiKey);
    // Clears the previous account's data before saving, so that a crash can't leave it to the new account, and again
    // afterward, for requests that were in progress.
    await this.#forgetWhatWasKnown();
    await this.#store.account.save({ apiKey, connectedBy });
    await this.#forgetWhatWasKnown();
    this.#changed();
  }

  async disconnect(): Promise<void> {
    await this.#store.account.forget();
    await this.#forgetWhatWasKnown();
    this.#changed();
  }

  async #forgetWhatWasKnown(): Promise<void> {
    await this.#store.assignments.forget();
    await this.#store.snapshot.forget();
    await this.#store.approvalsOf(null).endAll();
  }
}
