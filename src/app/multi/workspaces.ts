import type { AllMiddlewareArgs } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { learnSecret } from '../../base/secrets.ts';
import type { AccountState } from '../../core/connection.ts';
import { KnownAssignments } from '../../core/known-assignments.ts';
import { Locks } from '../../core/locks.ts';
import { endUpload } from '../../slack/features/upload/record.ts';
import type { SlackClient } from '../../slack/outbound/client.ts';
import type { Tenant } from '../../slack/people/people.ts';
import type { FindWorkspace, Workspace } from '../../slack/workspace.ts';
import type { ConnectedAccount } from '../../store/sealed.ts';
import type { UploadTools } from '../../uploads/ports.ts';
import { NOT_CONNECTED_SERVICE, type OpenService } from '../open-service.ts';
import { makeWorkspace, type Own, type Shared, uploadSettings } from '../workspace.ts';
import { readAccount, SealedKey, type Source } from './installations.ts';
import { CachedByTenant } from './kept-by-tenant.ts';
import type { Authorized } from './oauth.ts';

/**
 * For uploads of a workspace that has removed the bot. They end without calling Slack or the service, which the audit
 * log records.
 */
function makeGoneTools(tenantId: string, { clock, config, log, metrics, spool, store, uploads }: Shared): UploadTools {
  const ownStore = store.of(tenantId);
  const { auditLog } = ownStore;
  return {
    tenantId,
    log,
    spool,
    store: ownStore,
    account: { kind: 'gone' },
    service: NOT_CONNECTED_SERVICE,
    assignments: new KnownAssignments(ownStore.assignments, (err) =>
      log.error({ err }, 'saved assignments could not be read or written'),
    ),
    locks: new Locks({ leases: ownStore.newLeaseHolder(), clock, log }),
    settings: uploadSettings(config, uploads),
    now: clock.now,
    clock,
    ports: {
      fetchFiles: () => Promise.reject(new Error('The bot is not installed in this workspace.')),
      showProgress: () => undefined,
      announce: async (record) => {
        if (!record.end) return;
        await endUpload(record, { auditLog });
        metrics.uploadEnded(record.state);
      },
    },
  };
}

/** What `authorize` adds to Bolt's context. */
const AuthorizedContext = z.object({
  workspace: z.object({
    tenant: z.object({ id: z.string(), teamId: z.string().nullable(), enterpriseId: z.string().nullable() }),
    token: z.string(),
    botId: z.string(),
    botUserId: z.string(),
  }),
});

interface Ingredients {
  shared: Shared;
  authorize: (source: Source) => Promise<Authorized | null>;
  openService: OpenService;
  /** @param onRevoked called when Slack rejects a call because the token is revoked. */
  makeClient: (token: string, onRevoked: () => void) => SlackClient;
  /** Called if Slack rejects the token, because an uninstall event may have been missed. */
  onRevoked: (tenantId: string) => void;
}

interface Entry {
  workspace: Workspace;
  /** The version of the connected account; 0 if none is connected. */
  version: number;
}

/** The memory for one workspace: 58 KB were measured after its first call to Slack, and its settings need some more. */
export const WORKSPACE_BYTES = 64 * 1024;

/** An idle workspace is dropped after this time. */
const UNUSED_MS = 60 * 60_000;

/**
 * The workspaces that this process has served within the last hour, as many as fit. Others are rebuilt when needed.
 * Installations and account versions are cached until any process changes them, so that a change applies to the next
 * request. When the account changes, the workspace is rebuilt; work in progress finishes with the old one.
 */
export class Workspaces {
  readonly #ingredients: Ingredients;
  readonly #entries: LRUCache<string, Entry>;
  readonly #versions: CachedByTenant<number>;

  constructor(ingredients: Ingredients) {
    this.#ingredients = ingredients;
    this.#versions = new CachedByTenant(ingredients.shared.store.notices);
    this.#entries = new LRUCache({
      maxSize: ingredients.shared.config.memory.workspaceBytes,
      sizeCalculation: () => WORKSPACE_BYTES,
      ttl: UNUSED_MS,
      ttlAutopurge: true,
      perf: { now: ingredients.shared.clock.monotonic },
    });
  }

  readonly find: FindWorkspace = async (context: AllMiddlewareArgs['context']) =>
    this.#workspaceOf(AuthorizedContext.parse(context).workspace);

  /** A client for an authorized request, created without the store; null if the context has no authorization. */
  clientOf(context: object): SlackClient | null {
    const authorized = AuthorizedContext.safeParse(context).data?.workspace;
    return authorized ? this.#ingredients.makeClient(authorized.token, () => undefined) : null;
  }

  /** A workspace, for work outside of a request; null if the bot isn't installed there. */
  async byTenant(id: string): Promise<Workspace | null> {
    const authorized = await this.#ingredients.authorize(sourceOf(id));
    return authorized && this.#workspaceOf(authorized);
  }

  /**
   * For jobs that visit all workspaces: doesn't evict workspaces in use, and caches nothing. Null if the bot isn't
   * installed there.
   */
  async peek(id: string): Promise<Workspace | null> {
    const authorized = await this.#ingredients.authorize(sourceOf(id));
    if (!authorized) return null;
    const { workspace } = await this.#entryOf(authorized, (entry) => {
      // Only if the entry was rebuilt, because setting it counts as a use.
      if (this.#entries.has(id) && this.#entries.peek(id) !== entry) this.#entries.set(id, entry);
    });
    return workspace;
  }

  /** Works even for a workspace that has removed the bot. */
  async toolsOf(id: string): Promise<UploadTools> {
    // Always reads the account again, because an upload can't be undone.
    this.#versions.forget(id);
    const workspace = await this.byTenant(id);
    return workspace ? workspace.uploadTools : makeGoneTools(id, this.#ingredients.shared);
  }

  /** The workspaces in memory: one of them, or all if null. Doesn't count as a use. */
  kept(id: string | null): Workspace[] {
    const entries = id === null ? [...this.#entries.values()] : [this.#entries.peek(id)];
    return entries.flatMap((entry) => entry?.workspace ?? []);
  }

  /** For a workspace that has removed the bot. */
  drop(id: string): void {
    this.#entries.delete(id);
  }

  async #workspaceOf(authorized: Authorized): Promise<Workspace> {
    const { id } = authorized.tenant;
    const { workspace } = await this.#entryOf(authorized, (entry) => this.#entries.set(id, entry));
    return workspace;
  }

  /** The cached workspace, or a new one if the account has changed. */
  async #entryOf(authorized: Authorized, keep: (entry: Entry) => unknown): Promise<Entry> {
    const { id } = authorized.tenant;
    const { log, store } = this.#ingredients.shared;
    const version = await this.#versions.get(id, () => store.of(id).account.versionOf());
    let entry = this.#entries.peek(id);
    if (entry?.version !== version) {
      const account = await readAccount(store.of(id), (err) =>
        log.error({ err, tenant: id }, 'account key not decrypted'),
      );
      // No await from here on, so that a concurrent request finds the entry of this one.
      entry = this.#entries.peek(id);
      const found = account === null ? 0 : account === 'unreadable' ? version : account.version;
      if (entry?.version !== found) entry = this.#make(authorized, account, found, entry);
    }
    keep(entry);
    entry.workspace.client.useToken(authorized.token);
    return entry;
  }

  #make(
    { tenant, token }: Authorized,
    account: ConnectedAccount | 'unreadable' | null,
    version: number,
    before: Entry | undefined,
  ): Entry {
    const { makeClient, onRevoked, openService, shared } = this.#ingredients;
    const keyStore = new SealedKey(shared.store.of(tenant.id), openService, () => this.#showAnew(tenant.id));
    const client = makeClient(token, () => onRevoked(tenant.id));
    const workspace = makeWorkspace(shared, {
      tenant,
      client,
      sibling: (id) => this.#siblingOf(tenant, id),
      ...ownOf(account, openService, shared.deadlines.probe, keyStore),
    });
    before?.workspace.homes.replaced();
    return { workspace, version };
  }

  async #siblingOf({ enterpriseId }: Tenant, id: string): Promise<Workspace | null> {
    if (enterpriseId === null) return null;
    const other = await this.byTenant(id);
    return other?.tenant.enterpriseId === enterpriseId ? other : null;
  }

  /** Redraws open Home tabs, which still show the previous account. */
  #showAnew(id: string): void {
    this.byTenant(id)
      .then((workspace) => workspace?.homes.accountChanged())
      .catch((error: unknown) =>
        this.#ingredients.shared.log.warn(
          { err: error, tenant: id },
          'Home tabs not redrawn after the account changed',
        ),
      );
  }
}

function ownOf(
  account: ConnectedAccount | 'unreadable' | null,
  openService: OpenService,
  probeMs: number,
  keyStore: SealedKey,
): Pick<Own, 'account' | 'connection' | 'openProbe' | 'service'> {
  const connection = (state: AccountState, since: Date | null = null, version = 0) =>
    ({ kind: 'own', state, keyStore, since, version }) as const;
  if (account === null || account === 'unreadable') {
    const kind = account ?? 'none';
    return { account: { kind }, connection: connection(kind), service: NOT_CONNECTED_SERVICE, openProbe: null };
  }
  learnSecret(account.apiKey);
  const credential = { kind: 'api-key', value: account.apiKey } as const;
  return {
    account: { kind: 'connected', version: account.version },
    connection: connection('connected', account.connectedAt, account.version),
    service: openService(credential),
    openProbe: () => openService(credential, probeMs),
  };
}

/** The IDs of organizations start with E, those of workspaces with T. */
export const sourceOf = (id: string): Source =>
  id.startsWith('E')
    ? { teamId: undefined, enterpriseId: id, isEnterpriseInstall: true }
    : { teamId: id, enterpriseId: undefined, isEnterpriseInstall: false };
