import { findPerson } from './find-person.ts';
import { homeTeamId } from './people.ts';
import type { Workspace } from './workspace.ts';

/** The workspace of this user: another one for a stranger, this one for everyone else and the bot. */
export function teamOf({ people, team }: Pick<Workspace, 'people' | 'team'>, userId: string): string {
  const person = findPerson({ people }, userId);
  return person ? homeTeamId(person, team) : team.id;
}
