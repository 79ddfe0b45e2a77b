import * as z from 'zod';
import type { PersonKind } from '../../core/access/access.ts';
import { readSlackError } from '../outbound/read-slack-error.ts';
import type { SlackClient } from '../slack-client.ts';
import { AnswerCache } from './answer-cache.ts';
import { personKind, UserInfo } from './person-kind.ts';
import type { Tenant } from './tenant.ts';

const GroupMembers = z.object({ users: z.array(z.string()).default([]) });

/** Who is what in a workspace, and in which groups. Requester of Slack when it is needed, one by one, and kept a minute. */
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
