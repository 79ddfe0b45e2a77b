import { findPerson } from './find-person.ts';
import { homeTeamId } from './people.ts';
import type { Workspace } from './workspace.ts';

/** The workspace of whoever has this ID: another one for a stranger, this one for the rest and for the bot. */
export function teamOf({ people, team }: Pick<Workspace, 'people' | 'team'>, userId: string): string {
  const person = findPerson({ people }, userId);
  return person ? homeTeamId(person, team) : team.id;
}
