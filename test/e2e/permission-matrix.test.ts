import { describe, expect, test } from 'vitest';
import { VERBS } from '../../src/core/verbs.ts';
import { GRANTS, SHORT_CAST } from './matrix-people.ts';
import { SAID } from './matrix-rows.ts';
import { testMatrix } from './matrix-tests.ts';

test('every verb of the table is tried', () => {
  const tried = new Set(SAID.map(({ verb }) => verb));
  expect(tried, 'Add rows to NEEDED and TYPED in matrix-rows.ts').toEqual(new Set(VERBS.map(({ name }) => name)));
});

// How each kind of person gets a role is decided in test/core/access and test/slack/person-kind.test.ts. Everybody
// tries everything in test/proof/permission-matrix.proof.ts.
describe('with each role, and from outside', () => testMatrix(SHORT_CAST, { memberRole: 'editor', grants: GRANTS }));
