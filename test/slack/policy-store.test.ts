import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { mergePolicy } from '../../src/core/access.ts';
import { PolicyStore } from '../../src/slack/people/people.ts';
import { EMPTY_SETTINGS, type TenantSettings } from '../../src/store/settings-record.ts';
import { multiEnv } from '../environments.ts';
import { HandClock } from '../hand-clock.ts';
import { openTestStore } from '../store/stores.ts';

const { policy: fixed } = readConfig(multiEnv);
const CLOSED = { ...EMPTY_SETTINGS, memberRole: 'none' } as const;

async function open() {
  const { store } = await openTestStore('libsql');
  const clock = new HandClock();
  const settings = store.of('T1').settings;
  const gates: Promise<unknown>[] = [];
  /** The store's settings, whose reads are held back while there is a gate. */
  const book: Pick<TenantSettings, 'readKnown'> = {
    readKnown: async () => {
      const stored = await settings.readKnown();
      await gates.shift();
      return stored;
    },
  };
  /** Notices that a test can stop hearing. */
  const notices = { isListening: true };
  const policies = new PolicyStore(fixed, book, clock.now, notices);
  return { clock, gates, notices, policies, settings, store };
}

/** A promise and its resolver. */
function gate() {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { pass, passed };
}

test('a read that began before a save is not kept after it', async () => {
  const { policies, gates, settings } = await open();
  const { pass, passed } = gate();
  gates.push(passed);
  const before = policies.read();
  await settings.save(CLOSED, 'U1');
  policies.forget();
  pass();
  expect(await before).toEqual(mergePolicy(fixed, EMPTY_SETTINGS));
  expect(await policies.read()).toEqual({ ...mergePolicy(fixed, EMPTY_SETTINGS), memberRole: 'none' });
});

test('what held before a save does not hold after it, also while the store does not answer', async () => {
  const { clock, policies, gates, notices, settings, store } = await open();
  await policies.read();
  notices.isListening = false;
  clock.move(6000);
  const { pass, passed } = gate();
  gates.push(passed.then(() => Promise.reject(new Error('away'))));
  const reading = policies.read();
  await settings.save(CLOSED, 'U1');
  policies.forget();
  pass();
  await expect(reading).rejects.toThrow('away');
  await store.close();
});

test('while notices are heard, it is read once a minute; otherwise every five seconds', async () => {
  const { clock, policies, notices, settings } = await open();
  const role = async () => (await policies.read()).memberRole;
  const before = await role();
  await settings.save(CLOSED, 'U1');
  clock.move(59_999);
  expect(await role()).toBe(before);
  notices.isListening = false;
  expect(await role()).toBe('none');
  await settings.save(EMPTY_SETTINGS, 'U1');
  clock.move(4999);
  expect(await role()).toBe('none');
  clock.move(1);
  expect(await role()).toBe(before);
});

test('while the store is down, it applies for a minute after notices were last heard', async () => {
  const { clock, policies, gates, notices } = await open();
  const policy = await policies.read();
  clock.move(50_000);
  await policies.read();
  notices.isListening = false;
  const away = () => void gates.push(Promise.reject(new Error('away')));
  clock.move(59_999);
  away();
  expect(await policies.read()).toEqual(policy);
  clock.move(1);
  away();
  await expect(policies.read()).rejects.toThrow('away');
});
