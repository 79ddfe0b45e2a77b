import { expect, test } from 'vitest';
import { UploadDocument } from '../../src/store/upload-record.ts';
import { document } from './new-upload.ts';

test('a record of a version that did not verify uploads is read', () => {
  const end = { kind: 'uploaded', abilityId: 6001, state: 'enabled', notRestored: [] };
  expect(UploadDocument.parse({ ...document, end })).toMatchObject({ end });
  const updated = { kind: 'updated', abilityId: 6001 };
  expect(UploadDocument.parse({ ...document, end: updated }).end).toEqual(updated);
});

test('a question and an answer of such a version are read', () => {
  const by = {
    abilityId: 6001,
    description: null,
    category: null,
    triggerWords: [],
    state: 'enabled',
    agentNames: null,
    canUpdateInPlace: true,
  };
  const plan = { kind: 'update', abilityId: 6001 };
  const parsed = UploadDocument.parse({ ...document, plan, question: { kind: 'name-taken', by } });
  expect(parsed.plan).toEqual(plan);
  expect(parsed.question).toMatchObject({ by });
});
