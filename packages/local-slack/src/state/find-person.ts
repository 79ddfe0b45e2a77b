import type { Person } from './people.ts';
import type { Workspace } from './workspace.ts';

export function findPerson({ people }: Pick<Workspace, 'people'>, id: string): Person | undefined {
  return people.find((person) => person.id === id);
}
