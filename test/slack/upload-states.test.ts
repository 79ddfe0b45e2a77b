import { expect, test } from 'vitest';
import { UploadStates } from '../../src/slack/features/home/homes.ts';
import { upload } from './sample-uploads.ts';

const TROUBLE = { sentence: 'The service does not answer.', since: 0, tries: 1, nextTryAt: 1 };

test('a state is new once, for each upload', () => {
  const states = new UploadStates();
  const [one, other] = [upload({ state: 'fetching' }), { ...upload({ state: 'fetching' }), id: 'another' }];
  // At every percent read.
  expect([one, one, other, one].map((record) => states.hasChanged(record))).toEqual([true, false, true, false]);
  expect(states.hasChanged({ ...one, state: 'sending' })).toBe(true);
  expect(states.hasChanged(one)).toBe(true);
});

test('trouble is a change, and each further try is none', () => {
  const states = new UploadStates();
  const waiting = upload({ state: 'sending', trouble: TROUBLE });
  expect(states.hasChanged(upload({ state: 'sending' }))).toBe(true);
  expect(states.hasChanged(waiting)).toBe(true);
  expect(states.hasChanged({ ...waiting, state: 'fetching', trouble: { ...TROUBLE, tries: 2 } })).toBe(false);
});

test('what has ended is forgotten', () => {
  const states = new UploadStates();
  const record = upload({ state: 'sending' });
  states.hasChanged(record);
  states.forget(record.id);
  expect(states.hasChanged(record)).toBe(true);
});

test('the first check that does not confirm it is a change, and further ones are none', () => {
  const states = new UploadStates();
  const expected = { triggerWords: null, enabled: null, installed: false, installedId: null };
  const after = (looks: number) =>
    upload({ state: 'verifying', verification: { expected, notRestored: [], looks, found: [] } });
  expect([0, 1, 2].map((looks) => states.hasChanged(after(looks)))).toEqual([true, true, false]);
});
