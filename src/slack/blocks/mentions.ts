import { joinOr } from '../../base/join-words.ts';
import type { GrantList } from '../../core/access.ts';

const MAX_NAMED = 3;

/** Mentions people who can grant a role: the listed admins, else `a workspace admin`. */
export function givers({ groups, users }: GrantList): string {
  const named = [...users.map(person), ...groups.map(group)];
  return named.length === 0 ? 'a workspace admin' : joinOr(named.slice(0, MAX_NAMED));
}

export const person = (id: string) => `<@${id}>`;

/** @param reader the only reader, addressed as “you”; null if others may read it too. */
export const byWhom = (userId: string, reader: string | null) => `by ${userId === reader ? 'you' : person(userId)}`;

export const group = (id: string) => `<!subteam^${id}>`;

export const channel = (id: string) => `<#${id}>`;
