import { describe, expect, test } from 'vitest';
import { InstalledAbilityId } from '../../src/contract/index.ts';
import { decodeMetadata, encodeMetadata, type Origin } from '../../src/slack/modal-metadata.ts';
import { agentId, ORIGIN, ZIP } from './sample-values.ts';

const NOWHERE: Origin = { channelId: null, responseUrl: null, message: null, threadTs: null };
const installedId = InstalledAbilityId.parse(90_001);

test.each([
  { form: 'assign', agentId: agentId(301), origin: ORIGIN } as const,
  { form: 'trigger-words', installedId, wanted: 'enable', redraw: 'list 2', origin: ORIGIN } as const,
  { form: 'trigger-words', installedId, wanted: 'disable', redraw: null, origin: NOWHERE } as const,
  { form: 'upload', file: ZIP, origin: ORIGIN } as const,
  { form: 'upload', file: null, origin: NOWHERE } as const,
])('what a modal remembers is read back: $form', (metadata) => {
  expect(decodeMetadata(encodeMetadata(metadata))).toEqual({ v: 1, ...metadata });
});

describe('null for', () => {
  const readable = { v: 1, form: 'upload', file: null, origin: NOWHERE };
  test.each([
    ['nothing', ''],
    ['no JSON', '{"v":1,'],
    ['an older version', JSON.stringify({ ...readable, v: 0 })],
    ['a newer version', JSON.stringify({ ...readable, v: 2 })],
    ['no version', JSON.stringify({ form: 'upload', file: null, origin: NOWHERE })],
    ['a form that is gone', JSON.stringify({ ...readable, form: 'rename' })],
    ['a file whose ID is none', JSON.stringify({ ...readable, file: { id: 'x', name: 'a.zip' } })],
    ['an ID that is none', JSON.stringify({ v: 1, form: 'assign', agentId: 'Echo', origin: NOWHERE })],
    ['no origin', JSON.stringify({ v: 1, form: 'upload', file: null })],
    ['a list', '[]'],
  ])('%s', (_name, text) => {
    expect(decodeMetadata(text)).toBeNull();
  });
});
