import { expect, test } from 'vitest';
import { UPLOAD_STATES, type UploadState } from '../../src/store/upload-record.ts';
import { isAtWork, type OwnWork } from '../../src/watch/watch-account.ts';
import { HandClock } from '../hand-clock.ts';

const MINUTE = 60_000;

function setUp() {
  const clock = new HandClock();
  const begun: number[] = [];
  const looks: string[] = [];
  const uploads: { state: UploadState }[] = [];
  const work: OwnWork = {
    auditLog: { runningSince: async (since) => begun.filter((at) => at >= since.getTime()).length },
    isRecheckPlanned: async () => looks.length > 0,
    listUntoldUploads: async () => uploads,
    now: () => new Date(clock.now()),
  };
  return { begun, clock, looks, uploads, work };
}

test('with nothing under way, the bot is not at work', async () => {
  expect(await isAtWork(setUp().work)).toBe(false);
});

test('an attempt is work until it ends; one that never does was killed', async () => {
  const { begun, clock, work } = setUp();
  begun.push(clock.now());
  clock.move(15 * MINUTE);
  expect(await isAtWork(work)).toBe(true);
  clock.move(1);
  expect(await isAtWork(work)).toBe(false);
});

test('a change that the account does not show yet is work until the last look at it', async () => {
  const { looks, work } = setUp();
  looks.push('made up');
  expect(await isAtWork(work)).toBe(true);
  looks.pop();
  expect(await isAtWork(work)).toBe(false);
});

test('an upload is work from the first thing that it deletes or sends until its result is reported', async () => {
  const { uploads, work } = setUp();
  const idle: UploadState[] = [];
  for (const state of UPLOAD_STATES) {
    uploads.splice(0, uploads.length, { state: 'asking' }, { state });
    if (!(await isAtWork(work))) idle.push(state);
  }
  expect(idle).toEqual(['accepted', 'fetching', 'inspecting', 'asking', 'keeping']);
});
