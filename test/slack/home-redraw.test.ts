import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Homes } from '../../src/slack/features/home/homes.ts';
import { accessAs } from '../core/actors.ts';
import { useAccounts } from '../core/operations/account.ts';

const open = useAccounts();
const MINUTE = 60_000;

test('a tab that other processes draw for minutes is drawn after them', async () => {
  const { clock, context, othersLeases, store, teamId } = await open();
  await store.of(teamId).homeViewers.remember('U0ANA', null);
  const drawn: string[] = [];
  const homes = new Homes({
    accessOf: async () => accessAs('viewer'),
    outbound: { publishHome: async (_userId, view) => void drawn.push(JSON.stringify(view)) },
    newRef: () => '7f3a21',
    log: pino({ level: 'silent' }),
    context,
    store: store.of(teamId),
  });
  await othersLeases.take('homes', 60 * MINUTE);
  homes.changed();
  const until = async (isOver: () => boolean) => {
    while (!isOver()) {
      await setImmediate();
      clock.move(1000);
    }
  };
  const before = clock.now();
  await until(() => clock.now() > before + 3 * MINUTE);
  expect(drawn).toEqual([]);
  await othersLeases.release('homes');
  await until(() => drawn.length > 0);
  expect(drawn).toEqual([expect.stringContaining('Abilities')]);
});
