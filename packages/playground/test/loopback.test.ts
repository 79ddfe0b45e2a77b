import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startPagePlayground } from '../src/start-page-playground.ts';
import { startPlayground } from '../src/start-playground.ts';
import { builtOnce } from './built-once.ts';
import { descendants, listeningAddresses } from './listening-addresses.ts';
import { makeFolder } from './make-folder.ts';

/** Everything that this process and its descendants listen on. */
const everything = async () => {
  const pids = [process.pid, ...(await descendants(process.pid))];
  return (await Promise.all(pids.map(listeningAddresses))).flat();
};
const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('the page, its Slack, its service and its bot can be reached from this machine only', async () => {
  const before = await everything();
  const folder = await makeFolder();
  const playground = await startPagePlayground({ folder, port: 0, fresh: true, built: await builtOnce() });
  onTestFinished(() => playground.close());
  const opened = (await everything()).filter((address) => !before.includes(address));
  // The page, the local Slack, the local service, and the bot as a separate process.
  expect(opened.length).toBeGreaterThanOrEqual(4);
  expect(opened.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
});

onLinux.each(['socket', 'http'] as const)('so can the house of the tour, over %s', async (mode) => {
  const before = await everything();
  const house = await startPlayground({ mode, log: pino({ enabled: false }), metricsPort: 0 });
  onTestFinished(() => house.close());
  const opened = (await everything()).filter((address) => !before.includes(address));
  expect(opened.length).toBeGreaterThanOrEqual(4);
  expect(opened.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
});
