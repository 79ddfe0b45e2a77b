import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { mergePolicy, type PersonKind, type Policy } from '../../core/access.ts';
import type { TenantSettings } from '../../store/settings-record.ts';
import type { SlackClient } from '../outbound/client.ts';
import { readSlackError } from '../outbound/slack-errors.ts';

const ANSWER_KEEP_MS = 60_000;
const MAX_ENTRIES = 5000;

/** Answers that stay true for a minute. Those who ask for the same at once wait for one answer; a failure is not kept. */
export class AnswerCache<T> {
  readonly #kept: LRUCache<string, Promise<T>>;

  constructor(now: () => number) {
    this.#kept = new LRUCache({ max: MAX_ENTRIES, ttl: ANSWER_KEEP_MS, ttlResolution: 0, perf: { now } });
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known) return known;
    const answer = ask();
    this.#kept.set(key, answer);
    answer.catch(() => {
      if (this.#kept.peek(key) === answer) this.#kept.delete(key);
    });
    return answer;
  }
}

/** The one that installed the bot: a workspace, or an organisation with all its workspaces. */
export interface Tenant {
  /** By which everything of it is kept: the team's ID, or the organisation's where it installed the bot as a whole. */
  id: string;
  /** Null for an organisation. */
  teamId: string | null;
  /** Null for a workspace that belongs to none. */
  enterpriseId: string | null;
}

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

/** A save in another process is seen after this. */
const FRESH_MS = 5000;
/** While the store does not answer, what it said last holds for this long. */
const POLICY_KEEP_MS = 60_000;

/** What is set for one workspace, read from the store when it is needed. */
export class PolicyStore {
  readonly #fixed: Policy;
  readonly #book: Pick<TenantSettings, 'read'>;
  readonly #now: () => number;
  #known: { at: number; policy: Policy } | null = null;
  #saves = 0;

  constructor(fixed: Policy, book: Pick<TenantSettings, 'read'>, now: () => number) {
    this.#fixed = fixed;
    this.#book = book;
    this.#now = now;
  }

  /** @throws what the store throws, when it has been away for a minute. */
  async read(): Promise<Policy> {
    const known = this.#known;
    if (known && this.#now() - known.at < FRESH_MS) return known.policy;
    const at = this.#now();
    const saves = this.#saves;
    try {
      const policy = mergePolicy(this.#fixed, await this.#book.read());
      // A read that began before a save may return the old policy.
      if (saves === this.#saves) this.#known = { at, policy };
      return policy;
    } catch (error) {
      const kept = this.#known;
      if (kept && this.#now() - kept.at < POLICY_KEEP_MS) return kept.policy;
      throw error;
    }
  }

  /** After a save: it holds at once. */
  forget(): void {
    this.#saves += 1;
    this.#known = null;
  }
}

const GroupMembers = z.object({ users: z.array(z.string()).default([]) });

/** Looks up people and their groups in Slack when needed, one by one. Answers are cached for a minute. */
export class People {
  readonly #client: Pick<SlackClient, 'web'>;
  readonly #tenant: Tenant;
  readonly #kinds: AnswerCache<PersonKind>;
  readonly #groups: AnswerCache<ReadonlySet<string>>;

  constructor(client: Pick<SlackClient, 'web'>, tenant: Tenant, now: () => number) {
    this.#client = client;
    this.#tenant = tenant;
    this.#kinds = new AnswerCache(now);
    this.#groups = new AnswerCache(now);
  }

  /** @throws what Slack throws. Nothing that failed is kept. */
  kindOf(userId: string): Promise<PersonKind> {
    return this.#kinds.get(userId, async () => {
      const { user } = UserInfo.parse(await this.#client.web.users.info({ user: userId }));
      return personKind(user, this.#tenant);
    });
  }

  /** Of these groups, those that the person is in. @throws what Slack throws. */
  async groupsOf(userId: string, groupIds: readonly string[]): Promise<string[]> {
    const isIn = await Promise.all(groupIds.map(async (id) => (await this.#membersOf(id)).has(userId)));
    return groupIds.filter((_id, index) => isIn[index]);
  }

  #membersOf(groupId: string): Promise<ReadonlySet<string>> {
    return this.#groups.get(groupId, async () => {
      try {
        const { users } = GroupMembers.parse(await this.#client.web.usergroups.users.list({ usergroup: groupId }));
        return new Set(users);
      } catch (error) {
        // A group that was retired has nobody in it, and must not take their rights from all others.
        if (readSlackError(error) !== 'no_such_subteam') throw error;
        return new Set();
      }
    });
  }
}
