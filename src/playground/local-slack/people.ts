/** Somebody who works in the workspace. */
export interface Person {
  readonly id: string;
  readonly name: 'ana' | 'ben' | 'gus';
  readonly role: 'workspace admin' | 'member' | 'guest';
}

/** The people of the workspace. Their IDs never change, so that what was kept still belongs to somebody. */
export const people = {
  ana: { id: 'U0LOCALANA', name: 'ana', role: 'workspace admin' },
  ben: { id: 'U0LOCALBEN', name: 'ben', role: 'member' },
  gus: { id: 'U0LOCALGUS', name: 'gus', role: 'guest' },
} as const satisfies Record<string, Person>;

export const everybody: readonly Person[] = Object.values(people);

export function findPerson(id: string): Person | undefined {
  return everybody.find((person) => person.id === id);
}
