import * as z from 'zod';
import { isTimeZone } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import { mergePolicy, type PersonKind, type Policy, type WorkspacePolicy } from '../../core/access.ts';
import type { Notices } from '../../store/notices.ts';
import type { TenantSettings } from '../../store/settings-record.ts';
import type { SlackClient } from '../outbound/client.ts';
import { readSlackError } from '../outbound/slack-errors.ts';
import type { PeopleMemory, Person, WorkspaceAdmins } from './people-memory.ts';

/** An installation of the bot, in one workspace or in all workspaces of an organization. */
export interface Tenant {
  /** The key of all stored data: the workspace's ID, or the organization's if it installed the bot. */
  id: string;
  /** Null if an organization installed the bot. */
  teamId: string | null;
  /** Null for a workspace outside of an organization. */
  enterpriseId: string | null;
}

const flag = z.boolean().nullish();

/** The fields of users.info that determine a person's rights. Missing flags count as false. */
export const UserInfo = z.object({
  user: z.object({
    id: z.string().nullish(),
    team_id: z.string().nullish(),
    /** An IANA time zone name, such as `Europe/Berlin`. */
    tz: z.string().nullish().catch(null),
    /** Seconds east of UTC. */
    tz_offset: z.number().nullish().catch(null),
    deleted: flag,
    is_bot: flag,
    is_stranger: flag,
    is_restricted: flag,
    is_ultra_restricted: flag,
    is_admin: flag,
    is_owner: flag,
    is_primary_owner: flag,
    /** Only in an organization. Its flags are about the organization as a whole. */
    enterprise_user: z
      .object({
        enterprise_id: z.string().nullish(),
        teams: z.array(z.string()).nullish(),
        is_admin: flag,
        is_owner: flag,
        is_primary_owner: flag,
      })
      .nullish(),
  }),
});
export type UserInfo = z.infer<typeof UserInfo>['user'];

/** Slackbot counts as a full member, without the bot flag. It repeats reminders, regardless of who wrote them. */
const SLACKBOT = 'USLACKBOT';

/** Classifies a person. Restrictions take precedence. */
export function personKind(user: UserInfo, tenant: Tenant): PersonKind {
  if (user.deleted) return 'deactivated';
  if (user.is_bot || user.id === SLACKBOT) return 'bot';
  if (!belongs(user, tenant)) return 'stranger';
  if (user.is_ultra_restricted) return 'single-channel guest';
  if (user.is_restricted) return 'guest';
  const { enterprise_user: inOrganization } = user;
  // If an organization installed the bot, the organization's admins count instead of a workspace's.
  const office = tenant.teamId === null ? (inOrganization ?? {}) : user;
  if (office.is_owner || office.is_primary_owner) return 'owner';
  return office.is_admin ? 'admin' : 'member';
}

function belongs({ enterprise_user: inOrganization, is_stranger, team_id }: UserInfo, tenant: Tenant): boolean {
  if (is_stranger) return false;
  const isOfEnterprise =
    tenant.enterpriseId !== null &&
    (inOrganization?.enterprise_id === tenant.enterpriseId || team_id === tenant.enterpriseId);
  if (tenant.teamId === null) return isOfEnterprise;
  return team_id === tenant.teamId || (isOfEnterprise && (inOrganization?.teams ?? []).includes(tenant.teamId));
}

function teamsOf({ enterprise_user: inOrganization, team_id }: UserInfo): string[] {
  const all = [team_id ?? '', ...(inOrganization?.teams ?? [])];
  return [...new Set(all)].filter((id) => id.startsWith('T'));
}

/** How long a policy is cached while no notices arrive from other processes, which may have saved another one. */
const FRESH_MS = 5000;
/** How long it is cached while notices arrive. A process may be killed between saving and notifying. */
const HEARD_FRESH_MS = 60_000;
/** How long the last known policy applies while the store is down. */
const POLICY_KEEP_MS = 60_000;

/** The policy of one workspace, read from the store on demand. */
export class PolicyStore {
  readonly #fixed: Policy;
  readonly #store: Pick<TenantSettings, 'readKnown'>;
  readonly #now: Clock['monotonic'];
  readonly #notices: Pick<Notices, 'isListening'>;
  /** `goodAt`: when the policy was last known to apply. */
  #known: { readAt: number; goodAt: number; policy: WorkspacePolicy } | null = null;
  #forgotten = 0;

  constructor(
    fixed: Policy,
    store: Pick<TenantSettings, 'readKnown'>,
    now: Clock['monotonic'],
    notices: Pick<Notices, 'isListening'>,
  ) {
    this.#fixed = fixed;
    this.#store = store;
    this.#now = now;
    this.#notices = notices;
  }

  /** @throws store errors, once the store has been down for a minute. */
  async read(): Promise<WorkspacePolicy> {
    const known = this.#known;
    const at = this.#now();
    const { isListening } = this.#notices;
    if (known && at - known.readAt < (isListening ? HEARD_FRESH_MS : FRESH_MS)) {
      if (isListening) known.goodAt = at;
      return known.policy;
    }
    const forgotten = this.#forgotten;
    try {
      const { settings, unread } = await this.#store.readKnown();
      const policy = mergePolicy(this.#fixed, settings, unread);
      // A read that began before a save may return the old policy, so it isn't cached.
      if (forgotten === this.#forgotten) this.#known = { readAt: at, goodAt: at, policy };
      return policy;
    } catch (error) {
      const kept = this.#known;
      if (kept && this.#now() - kept.goodAt < POLICY_KEEP_MS) return kept.policy;
      throw error;
    }
  }

  /** Call after a save in any process, so that the new policy applies immediately. */
  forget(): void {
    this.#forgotten += 1;
    this.#known = null;
  }
}

const Profile = z.object({
  user: z.object({
    name: z.string().default(''),
    real_name: z.string().nullish(),
    profile: z.object({ display_name: z.string().nullish() }).nullish(),
  }),
});

/** Below Slack's limit for users.info: a hundred calls per minute and workspace. */
const MAX_NAMES = 60;
const NAMES_AT_ONCE = 4;

const GroupMembers = z.object({ users: z.array(z.string()).default([]) });

const UserList = z.object({
  members: z.array(UserInfo.shape.user.extend({ id: z.string() })),
  response_metadata: z.object({ next_cursor: z.string().nullish() }).nullish(),
});

/** The page size for users.list. Slack recommends at most 200. */
const PAGE = 200;
const MAX_PAGES = 5;
const MAX_ADMINS = 10;
/**
 * How many of a person's workspaces are searched for a user group. Slack allows about twenty of these calls per minute.
 */
const MAX_TEAMS = 10;

/** Looks up people and user groups in Slack on demand. Answers are cached for a minute. */
export class People {
  readonly #client: Pick<SlackClient, 'web'>;
  readonly #tenant: Tenant;
  readonly #memory: PeopleMemory;
  readonly #prefix: string;

  /** @param memory the cache, shared by all workspaces of the process. */
  constructor(client: Pick<SlackClient, 'web'>, tenant: Tenant, memory: PeopleMemory) {
    this.#client = client;
    this.#tenant = tenant;
    this.#memory = memory;
    this.#prefix = memory.openPrefix();
  }

  /**
   * The person's kind and time zone in this workspace.
   * @throws Slack's errors, which aren't cached.
   */
  read(userId: string): Promise<Person> {
    return this.#memory.users.get(this.#prefix + userId, async () => {
      const { user } = UserInfo.parse(await this.#client.web.users.info({ user: userId }));
      const timeZone = user.tz && isTimeZone(user.tz) ? user.tz : null;
      return { kind: personKind(user, this.#tenant), utcOffset: user.tz_offset ?? 0, timeZone, teams: teamsOf(user) };
    });
  }

  /**
   * The names of the first sixty of these people. People whom Slack doesn't know, or doesn't return now, are missing.
   */
  async namesOf(userIds: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const left = [...new Set(userIds)].slice(0, MAX_NAMES);
    const readNext = async (): Promise<void> => {
      for (let user = left.shift(); user !== undefined; user = left.shift()) {
        const name = await this.#nameOf(user);
        if (name !== null) found.set(user, name);
      }
    };
    await Promise.all(Array.from({ length: NAMES_AT_ONCE }, readNext));
    return found;
  }

  async #nameOf(userId: string): Promise<string | null> {
    try {
      const { user } = Profile.parse(await this.#client.web.users.info({ user: userId }));
      return user.profile?.display_name || user.real_name || user.name;
    } catch {
      // A missing name is no reason to fail.
      return null;
    }
  }

  /**
   * Up to ten admins and owners whom others can ask, from the workspace's first thousand people. Cached for an hour.
   * Empty and incomplete for an organization, whose admins Slack doesn't list.
   * @throws Slack's errors.
   */
  readAdmins(): Promise<WorkspaceAdmins> {
    if (this.#tenant.teamId === null) return Promise.resolve({ users: [], isComplete: false });
    return this.#memory.admins.get(this.#prefix, async () => {
      const admins: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES && admins.length < MAX_ADMINS; page += 1) {
        const list = await this.#client.web.users.list({ limit: PAGE, cursor: cursor || undefined });
        const { members, response_metadata: next } = UserList.parse(list);
        for (const user of members) {
          const kind = personKind(user, this.#tenant);
          if (kind === 'owner' || kind === 'admin') admins.push(user.id);
        }
        cursor = next?.next_cursor ?? undefined;
        if (!cursor) break;
      }
      return { users: admins.slice(0, MAX_ADMINS), isComplete: !cursor && admins.length <= MAX_ADMINS };
    });
  }

  /**
   * The groups that the person is a member of.
   * @throws Slack's errors.
   */
  async groupsOf(userId: string, groupIds: readonly string[]): Promise<string[]> {
    if (groupIds.length === 0) return [];
    const teams = this.#tenant.teamId === null ? (await this.read(userId)).teams.slice(0, MAX_TEAMS) : [''];
    const isIn = await Promise.all(groupIds.map((id) => this.#isMember(userId, id, teams)));
    return groupIds.filter((_id, index) => isIn[index]);
  }

  /**
   * @param teams the workspaces to search: an organization's token has to name the group's workspace, and members of
   * the group belong to it.
   */
  async #isMember(userId: string, groupId: string, teams: readonly string[]): Promise<boolean> {
    for (const teamId of teams) {
      if ((await this.#membersOf(groupId, teamId)).has(userId)) return true;
    }
    return false;
  }

  /** @param teamId empty for a workspace's token. */
  #membersOf(groupId: string, teamId: string): Promise<ReadonlySet<string>> {
    return this.#memory.groups.get(`${this.#prefix}${teamId} ${groupId}`, async () => {
      try {
        const asked = { usergroup: groupId, team_id: teamId === '' ? undefined : teamId };
        const { users } = GroupMembers.parse(await this.#client.web.usergroups.users.list(asked));
        return new Set(users);
      } catch (error) {
        // A disabled group counts as empty, so that it doesn't block everyone else's access.
        if (readSlackError(error) !== 'no_such_subteam') throw error;
        return new Set();
      }
    });
  }
}
