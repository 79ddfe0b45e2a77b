import { expect, test } from 'vitest';
import { NOWHERE } from '../../src/slack/modal-metadata.ts';
import { formRowOf } from '../../src/slack/pipeline/forms.ts';

const { targets } = formRowOf('plan-question');
const question = { v: 1, form: 'plan-question', wanted: 'disable', origin: NOWHERE } as const;

test('a confirmation that is refused is audited with the Abilities that it was about', () => {
  const line = 'disable installed:90001, installed:90002 at 2026-03-02T09:00:00Z';
  expect(targets?.({ ...question, line })).toEqual([
    { kind: 'installed', id: '90001', name: null },
    { kind: 'installed', id: '90002', name: null },
  ]);
});

test('what a newer version asked has no targets that this one could name', () => {
  expect(targets?.({ ...question, line: 'suspend installed:90001' })).toEqual([]);
});
