import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webApi } from '@slack/bolt';
import { expect, test } from 'vitest';
import { ONE_FAULT_A_KIND } from './slack-fault-kinds.ts';
import { testSlackFaults } from './slack-fault-matrix.ts';
import { SLACK_ROWS } from './slack-fault-rows.ts';

// Each fault: test/proof/slack-fault-matrix.proof.ts.
testSlackFaults(
  ({ faults = ONE_FAULT_A_KIND, method }) => [
    // Only a call that opens a form has a trigger.
    ...(/^views\.(?:open|push)$/.test(method) ? (['expired trigger'] as const) : []),
    ...ONE_FAULT_A_KIND.filter((fault) => faults.includes(fault)),
  ],
  ONE_FAULT_A_KIND,
);

test('every method that the code calls has its row', () => {
  const room = new URL('../../src/slack/', import.meta.url).pathname;
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const called = new Set(files.flatMap((file) => methodsIn(readFileSync(join(room, file), 'utf8'))));
  expect(called.size).toBeGreaterThan(10);
  const rows = new Set([...SLACK_ROWS.map(({ method }) => method), 'auth.test']);
  expect([...called].filter((method) => !rows.has(method))).toEqual([]);
});

/** One method of the client makes three calls. */
const UPLOAD = ['files.getUploadURLExternal', 'files.completeUploadExternal'];

/** Text that looks like a Web API call and is one. */
function methodsIn(source: string): string[] {
  const client: unknown = new webApi.WebClient();
  const isMethod = (path: string) =>
    typeof path.split('.').reduce<unknown>((from, key) => (isObject(from) ? from[key] : undefined), client) ===
    'function';
  // The longest suffix of a path such as `clients.forms.chat.update` that is a method.
  const found = [...source.matchAll(/\b([a-z]\w*(?:\.[a-z]\w*)+)\(/gi)].flatMap(([, path = '']) => {
    const parts = path.split('.');
    const ends = parts.slice(1).map((_part, index) => parts.slice(index).join('.'));
    return ends.find(isMethod) ?? [];
  });
  return /\bfilesUploadV2\(/.test(source) ? [...found, ...UPLOAD] : found;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
