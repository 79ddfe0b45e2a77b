import { channelsOf, type People, type Person } from './people.ts';
import type { Team } from './team.ts';
import { BOT_NAME } from './workspace-seed.ts';

/**
 * The people of a workspace by name: those of every workspace, and additional ones.
 * @throws Error with a message, for an invalid person.
 */
export function gatherPeople(
  residents: Readonly<Record<'ana' | 'ben' | 'gus', Person>>,
  further: readonly Person[],
  team: Pick<Team, 'id' | 'botUserId'>,
): People {
  const names = new Set([BOT_NAME, ...Object.values(residents).map(({ name }) => name)]);
  const ids = new Set([team.botUserId, ...Object.values(residents).map(({ id }) => id)]);
  for (const person of further) {
    const problem = problemOf(person, team) ?? takenOf(person, names, ids);
    if (problem) throw new Error(`${person.name} (${person.id}) cannot be in this workspace: ${problem}.`);
    names.add(person.name);
    ids.add(person.id);
  }
  return { ...residents, ...Object.fromEntries(further.map((person) => [person.name, person])) };
}

function problemOf(person: Person, team: Pick<Team, 'id'>): string | null {
  if (!/^[UW][A-Z0-9]+$/.test(person.id)) return 'that is not a user ID';
  if (!/^[a-z0-9][a-z0-9_-]*$/.test(person.name))
    return 'a name may contain only lowercase letters, digits, hyphens and underscores';
  if (person.kind === 'single-channel guest' && channelsOf(person).length !== 1)
    return 'a single-channel guest must be in exactly one channel';
  if (person.kind === 'stranger' && person.teamId === team.id) return 'a stranger must belong to another workspace';
  return null;
}

function takenOf({ id, name }: Person, names: ReadonlySet<string>, ids: ReadonlySet<string>): string | null {
  if (names.has(name)) return 'the name is taken';
  return ids.has(id) ? 'the ID is taken' : null;
}
