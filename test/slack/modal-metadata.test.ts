import { InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import { decodeMetadata, encodeMetadata, NOWHERE } from '../../src/slack/modal-metadata.ts';
import { agentId, ORIGIN, SHARED, WEATHER, ZIP } from './sample-values.ts';

type WithoutVersion = Parameters<typeof encodeMetadata>[0];
const installedId = InstalledAbilityId.parse(90_001);

const UPLOAD = '0123456789abcdef';
/** In a modal opened from a message. */
const IN_MODAL = { ...ORIGIN, view: { id: 'V0LIST', type: 'modal' } } as const;
const SHOWN = { ts: '1.2', ephemeral: false, sharedBy: 'U0ANA', redraw: 'agents' };
const SHA256 = 'ab12'.padEnd(64, '0');

const METADATA: WithoutVersion[] = [
  { form: 'assign', agentId: agentId(301), origin: ORIGIN },
  { form: 'trigger-words', installedId, wanted: 'enable', redraw: 'list 2', origin: ORIGIN },
  { form: 'trigger-words', installedId, wanted: 'disable', redraw: null, origin: NOWHERE },
  { form: 'upload', file: ZIP, origin: ORIGIN, seenSha256: SHA256, upload: null },
  { form: 'upload', file: ZIP, origin: ORIGIN, seenSha256: SHA256, upload: UPLOAD },
  { form: 'upload', file: null, origin: NOWHERE, seenSha256: null, upload: null },
  { form: 'replace', upload: UPLOAD, origin: ORIGIN },
  { form: 'search', origin: IN_MODAL },
  { form: 'say', origin: IN_MODAL },
  { form: 'quiet', origin: IN_MODAL },
  { form: 'plan-question', wanted: 'enable', line: 'enable installed:90001 in 2h', origin: IN_MODAL },
  { form: 'plan', installedId: InstalledAbilityId.parse(90_001), origin: IN_MODAL },
  { form: 'history-filter', origin: IN_MODAL },
  { form: 'choose', wanted: 'delete', origin: IN_MODAL },
  { form: 'edit-triggers', installedId, base: ['will it rain', '“quoted”'], origin: NOWHERE },
  { form: 'delete-several', abilityIds: [WEATHER.id], origin: IN_MODAL },
  { form: 'unassign', agentId: agentId(301), origin: { ...NOWHERE, view: { id: 'V0HOME', type: 'home' } } },
  { form: 'answer', origin: { ...ORIGIN, message: { ts: '1.2', ephemeral: false, sharedBy: 'U0ANA' } } },
  { form: 'assign', agentId: agentId(301), origin: { ...ORIGIN, message: SHOWN } },
  { form: 'edit-triggers', installedId, base: [], origin: { ...ORIGIN, shared: SHARED } },
];

test.each(METADATA)('what a modal remembers is read back: $form', (metadata) => {
  const origin = { ...metadata.origin, view: metadata.origin.view ?? null };
  expect(decodeMetadata(encodeMetadata(metadata))).toEqual({ v: 1, ...metadata, origin });
});

test('an origin from before there were views and threads is read as one without', () => {
  const { channelId, message, responseUrl } = ORIGIN;
  const old = JSON.stringify({ v: 1, form: 'assign', agentId: 301, origin: { channelId, message, responseUrl } });
  expect(decodeMetadata(old)?.origin).toEqual({ channelId, message, responseUrl, threadTs: null, view: null });
});

test('a form of an upload from before contents were shown is read as one that shows none', () => {
  const old = JSON.stringify({ v: 1, form: 'upload', file: ZIP, origin: ORIGIN });
  expect(decodeMetadata(old)).toEqual({
    v: 1,
    form: 'upload',
    file: ZIP,
    origin: { ...ORIGIN, view: null },
    seenSha256: null,
    upload: null,
  });
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
    ['a checksum that is none', JSON.stringify({ ...readable, seenSha256: 7 })],
    ['a replacement of no upload', JSON.stringify({ v: 1, form: 'replace', origin: NOWHERE })],
    ['a view that is none', JSON.stringify({ ...readable, origin: { ...NOWHERE, view: { id: 'V1', type: 'panel' } } })],
    ['a verb that chooses nothing', JSON.stringify({ v: 1, form: 'choose', wanted: 'rename', origin: NOWHERE })],
    ['a list', '[]'],
  ])('%s', (_name, text) => {
    expect(decodeMetadata(text)).toBeNull();
  });
});
