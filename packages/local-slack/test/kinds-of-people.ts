import type { Person } from '../src/local-slack.ts';

/** One more person of each kind that ana, ben and gus are not. */
export const others = {
  olga: { id: 'U0OLGA', name: 'olga', kind: 'owner' },
  otto: { id: 'U0OTTO', name: 'otto', kind: 'owner' },
  sam: { id: 'W0SAM', name: 'sam', kind: 'single-channel guest' },
  zoe: { id: 'U0ZOE', name: 'zoe', kind: 'stranger', teamId: 'T0ELSEWHERE' },
  robo: { id: 'U0ROBO', name: 'robo', kind: 'bot' },
  dora: { id: 'U0DORA', name: 'dora', kind: 'deactivated' },
} as const satisfies Record<string, Person>;

export const otherPeople: readonly Person[] = Object.values(others);
