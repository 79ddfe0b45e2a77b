import type { Exchange } from '@abilities-bot/local-service';
import * as z from 'zod';
import { createServiceClient } from '../../src/service/client.ts';
import type { AuditRecord } from '../../src/store/audit-record.ts';
import { CHANGED } from './drive-changes.ts';
import type { Walked } from './replicas.ts';

const CHANGES = new Set(['enable', 'disable', 'triggers']);

const mayChange = ({ what }: Walked['waits'][number]): boolean => /^(Enable|Disable|add|remove) /.test(what);

const Sent = z.object({ enabled: z.boolean(), trigger_words: z.array(z.string()) });

/**
 * A change replaces the whole row. One person only switches and another only edits words, so each change has either the
 * state or the words of the one before, unless it was made from a row that had been changed meanwhile. Answers cannot
 * tell: one to an earlier request may come late.
 */
function overwritten(changes: readonly Exchange[], id: number): string[] {
  const sent = changes
    .filter(({ method, path, status }) => method === 'PUT' && path.includes(`/${id}/`) && (status ?? 200) < 300)
    .map(({ request }) => Sent.parse(request));
  return sent.slice(1).flatMap((after, index) => {
    const before = sent[index];
    const keepsWords = before?.trigger_words.join() === after.trigger_words.join();
    if (keepsWords || before?.enabled === after.enabled) return [];
    return [`A change was overwritten: ${JSON.stringify(before)}, then ${JSON.stringify(after)}`];
  });
}

/** Of one workspace. @returns what does not fit together, in sentences. */
export async function examineChanges(
  { toggles, waits, words, workspace }: Walked,
  changes: readonly Exchange[],
  records: readonly AuditRecord[],
): Promise<string[]> {
  const { apiKey, baseUrl } = workspace.service;
  const client = createServiceClient({ baseUrl, credential: { kind: 'api-key', value: apiKey } });
  const row = (await client.listInstalledAbilities()).find(({ name }) => name === CHANGED);
  if (!row) return [`${CHANGED} is gone.`];
  const wrong = overwritten(changes, row.id);

  for (const { end, from, wasAcked, what } of waits) {
    if (end === 'unanswered') {
      wrong.push(`${what} of ${from.toISOString()} was ${wasAcked ? 'acked' : 'not acked'} and never answered.`);
    }
  }

  const state = row.enabled ? 'enabled' : 'disabled';
  if (toggles.last !== null && toggles.last !== state) wrong.push(`Answered ${toggles.last} last, and it is ${state}.`);
  const present = new Set(row.triggerWords);
  for (const word of words?.present ?? []) if (!present.has(word)) wrong.push(`“${word}” was added and is not there.`);
  for (const word of words?.gone ?? []) if (present.has(word)) wrong.push(`“${word}” was removed and is there.`);

  const ours = records.filter(({ verb }) => CHANGES.has(verb));
  const done = ours.filter(({ ended }) => ended?.outcome === 'done').length;
  const told = toggles.told + (words?.told ?? 0);
  if (told > done) wrong.push(`${told} changes were told to be done, and ${done} audited as done.`);
  // Lists are not audited, so each of these belongs to one request that may change something.
  const asked = waits.filter(mayChange).length;
  if (ours.length > asked) wrong.push(`${asked} requests became ${ours.length} audit entries.`);

  for (const { at, ended, verb } of records) {
    if (ended === null) wrong.push(`${verb} of ${at.toISOString()} has no end.`);
  }
  // Only a process that was killed before it had begun a change leaves it unanswered.
  for (const { end, from, to, userId, wasAcked, what } of waits.filter(mayChange)) {
    if (end !== 'cut-off' || !wasAcked) continue;
    const begun = ours.find((record) => record.userId === userId && from <= record.at && record.at <= to);
    if (begun) wrong.push(`${what} of ${from.toISOString()} was begun (ref ${begun.ref}) and never answered.`);
  }

  const puts = changes.filter(({ method, path }) => method === 'PUT' && path.includes(`/${row.id}/`));
  const accepted = puts.filter(({ status }) => status !== null && status < 300).length;
  const notRefused = puts.filter(({ status }) => status === null || status < 300).length;
  // The answer of the service may have come too late, which is told and audited as a failure, or as not confirmed.
  const unclear: readonly unknown[] = ['failed', 'unconfirmed'];
  const failed = ours.filter(({ ended }) => unclear.includes(ended?.outcome)).length;
  if (accepted > done + failed) {
    wrong.push(`${accepted} PUTs, but only ${done} audited as done and ${failed} failed.`);
  }
  if (done > notRefused) wrong.push(`${done} audited as done, but only ${notRefused} PUTs.`);
  return wrong;
}
