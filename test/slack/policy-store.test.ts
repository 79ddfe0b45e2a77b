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
  const settings = store.settings.of('T1');
  const gates: Promise<unknown>[] = [];
  /** The store's settings, whose reads are held back while there is a gate. */
  const book: Pick<TenantSettings, 'read'> = {
    read: async () => {
      const stored = await settings.read();
      await gates.shift();
      return stored;
    },
  };
  return { clock, policies: new PolicyStore(fixed, book, clock.now), gates, settings, store };
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
  const { clock, policies, gates, settings, store } = await open();
  await policies.read();
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
