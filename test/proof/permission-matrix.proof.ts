import { describe, expect, test } from 'vitest';
import { ROLES } from '../../src/core/access.ts';
import { CAST, GRANTS, IMPOSSIBLE, ROLE_OF, UNLISTED } from '../e2e/matrix-people.ts';
import { testMatrix } from '../e2e/matrix-tests.ts';

test('every role that a kind of person can have is tried', () => {
  const tried = [...CAST, ...UNLISTED].map(({ person, role }) => `${person.kind}: ${role}`);
  const all = Object.keys(ROLE_OF).flatMap((kind) => ROLES.map((role) => `${kind}: ${role}`));
  const possible = all.filter((cell) => !IMPOSSIBLE.some((other) => other === cell));
  expect(new Set(tried)).toEqual(new Set(possible));
});

describe('where full members are editors', () => testMatrix(CAST, { memberRole: 'editor', grants: GRANTS }));

describe('where full members are none', () =>
  testMatrix(UNLISTED, { memberRole: 'none', grants: { ...GRANTS, editor: { users: [], groups: [] } } }));
