import { AbilityId, ReleaseId } from '@abilities-bot/service-api';
import type { CodeComparison } from '../../src/core/features/versions/account-versions.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Version } from '../../src/store/version-record.ts';
import { FACTS } from './sample-uploads.ts';

const ability = { id: AbilityId.parse(6004), name: 'Radio' };

const version = (digest: string, change: Partial<Version> = {}): Version => ({
  digest: digest.padEnd(64, '0'),
  sha256: 'f'.repeat(64),
  bytes: 2150,
  files: 3,
  keys: [],
  name: 'Radio',
  at: Date.UTC(2026, 6, 1, 9, 30),
  how: 'updated',
  userId: 'U0ANA',
  form: { name: 'Radio', category: 'skill', description: 'Plays the radio.', triggerWords: ['radio'] },
  ...change,
});
const latest = version('3f2a91c0b1d2');
const found = version('77aa00bb11cc', { how: 'found', userId: null, at: Date.UTC(2026, 5, 1, 9, 30) });
const running = { ability, versions: [latest, found], running: latest.digest };

const release = (id: number, isEnabled: boolean | null, commitMessage: string | null = null) => ({
  id: ReleaseId.parse(id),
  version: `v${id - 8000}`,
  isCommitted: commitMessage !== null,
  isEnabled,
  commitMessage,
  createdAt: null,
});
const first = release(8001, false, 'The <first> one');
const releases = [release(8002, true), first];

const comparison: CodeComparison = {
  with: 'running',
  facts: FACTS,
  files: [
    { path: 'extra/__init__.py', change: 'added', lines: null, patch: '' },
    { path: 'old.py', change: 'removed', lines: null, patch: '' },
    {
      path: 'main.py',
      change: 'changed',
      patch: '',
      lines: [
        ' def run():',
        '-    return "<now> `x`"',
        '+    return "then \u202e"',
        '… line 90',
        `+${'long '.repeat(90)}`,
      ],
    },
    { path: 'logo.png', change: 'changed', lines: null, patch: '' },
    { path: 'huge.py', change: 'changed', lines: Array.from({ length: 200 }, (_, at) => `+line ${at}`), patch: '' },
  ],
};

export const VERSION_OUTCOMES = {
  versions: {
    none: { kind: 'versions', ability, versions: [], running: null, releases: [] },
    '': { kind: 'versions', ...running, releases: [] },
    'rolled-back': {
      kind: 'versions',
      ...running,
      versions: [version('3f2a91c0b1d2', { isRollback: true }), found],
      releases: [],
    },
    'not-known': { kind: 'versions', ...running, running: null, releases: [release(8002, true)] },
    'none-of-them': { kind: 'versions', ...running, running: 'e'.repeat(64), releases },
  },
  'version-compared': {
    '': { kind: 'version-compared', ability, version: found, comparison },
    same: {
      kind: 'version-compared',
      ability,
      version: found,
      comparison: { with: 'latest', files: [], facts: FACTS },
    },
    'with-latest': {
      kind: 'version-compared',
      ability,
      version: latest,
      comparison: { ...comparison, with: 'latest' },
    },
    impossible: { kind: 'version-compared', ability, version: latest, comparison: null },
  },
  'version-sent': {
    zip: { kind: 'version-sent', ability, version: latest, what: 'zip' },
    diff: { kind: 'version-sent', ability, version: latest, what: 'diff' },
  },
  'rollback-question': {
    'in-place': { kind: 'rollback-question', ability, to: latest, inPlace: true },
    replace: { kind: 'rollback-question', ability, to: found, inPlace: false },
    release: { kind: 'rollback-question', ability, to: first, inPlace: null },
    'in-place-waits': { kind: 'rollback-question', ability, to: latest, inPlace: true, waits: true },
    'release-waits': { kind: 'rollback-question', ability, to: first, inPlace: null, waits: true },
  },
  'rolling-back': {
    '': { kind: 'rolling-back', ability, version: latest, uploadId: '0123456789abcdef' },
    waits: { kind: 'rolling-back', ability, version: latest, uploadId: '0123456789abcdef', waits: true },
  },
  'release-enabled': {
    '': { kind: 'release-enabled', ability, release: first },
  },
} satisfies {
  [K in Extract<Outcome['kind'], `${string}version${string}` | `roll${string}` | 'release-enabled'>]: Record<
    string,
    Outcome & { kind: K }
  >;
};
