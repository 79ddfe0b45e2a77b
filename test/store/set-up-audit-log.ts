import type { AuditEnd, AuditStart, AuditTarget } from '../../src/store/audit-record.ts';
import { HandClock } from '../hand-clock.ts';
import { openTestStore, type storeKinds } from './stores.ts';

export const target = (name: string | null, id: string | null = '6001'): AuditTarget => ({
  kind: 'ability',
  id,
  name,
});

export const ENDED: AuditEnd = {
  outcome: 'done',
  why: null,
  targets: [target('Weather')],
  before: 'enabled',
  after: 'disabled',
  found: null,
  changeId: '00000000000000c1',
  status: 200,
  ms: 120.5,
};

export const begunAs = (id: string, changed: Partial<AuditStart> = {}): AuditStart => ({
  id,
  ref: 'a1b2',
  userId: 'U1',
  channelId: 'C1',
  verb: 'disable',
  line: 'weather',
  targets: [target('Weather')],
  ...changed,
});

/** An empty log with its own clock. */
export async function setUpAuditLog(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const opened = await openTestStore(kind, { now: clock.now });
  const log = opened.store.of('T1').auditLog;
  /** Starts an attempt, and finishes it unless `ended` is null; a millisecond passes after each. Returns its ID. */
  const add = async (begun: Partial<AuditStart> = {}, ended: Partial<AuditEnd> | null = {}): Promise<string> => {
    const id = log.newId();
    await log.begin(begunAs(id, begun));
    clock.move(1);
    if (ended) await log.end(id, { ...ENDED, targets: begun.targets ?? ENDED.targets, ...ended });
    clock.move(1);
    return id;
  };
  return { ...opened, add, clock, log };
}
