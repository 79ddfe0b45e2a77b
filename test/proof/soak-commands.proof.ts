import { loadavg } from 'node:os';
import { expect, test } from 'vitest';
import { makeStoreOptions } from '../store/stores.ts';
import { soakCommands } from './soak-commands.ts';

/** A shorter run at a lower rate, for trying it out. */
const SECONDS = Number(process.env.SOAK_SECONDS ?? 60);
const PER_SECOND = Number(process.env.SOAK_PER_SECOND ?? 200);
/** Slack's own limit: after that, the person sees that the bot failed. */
const ACK_MS = 3000;

test(`${PER_SECOND} commands a second with clicks, forms and drops for ${SECONDS} s: each acked in time and answered, no error, flat memory`, async () => {
  const report = await soakCommands({
    store: await makeStoreOptions('libsql'),
    perSecond: PER_SECOND,
    seconds: SECONDS,
  });
  const { cpuMs, errors, growthMib, load, toggled, uploads, wrong } = report;
  const times = ({ p50, p99, max }: typeof load.acks) => `p50 ${p50}, p99 ${p99}, max ${max} ms`;
  process.stdout.write(
    [
      `${load.sent} commands, ${load.perSecond} a second; the sender was ${load.mostBehindMs} ms behind at most`,
      `acks ${times(load.acks)}; answers ${times(load.answers)}`,
      `${toggled.clicks} clicks, ${uploads} uploads; ${load.mistakes} mistakes`,
      `memory ${growthMib.resident.toFixed(1)} MiB more, heap ${growthMib.heap.toFixed(1)} MiB more`,
      `a command takes ${cpuMs.bot.toFixed(1)} ms of a core in the bot, ${cpuMs.rest.toFixed(1)} ms in the service and Slack`,
      `load average ${loadavg()
        .map((of) => of.toFixed(1))
        .join(' ')}\n`,
    ].join('\n'),
  );
  expect(wrong).toEqual([]);
  expect(errors).toEqual([]);
  expect(load).toMatchObject({ mistakes: 0, acks: { count: load.sent }, answers: { count: load.sent } });
  // A brief stall of the machine says nothing about the bot.
  expect(load.acks.p99).toBeLessThan(ACK_MS);
  expect(load.perSecond).toBeGreaterThan(PER_SECOND * 0.95);
  expect(Math.min(toggled.clicks, uploads)).toBeGreaterThan(0);
  // Includes the work in progress at that moment; a leak would grow with each command.
  expect(growthMib.resident).toBeLessThan(96);
  expect(growthMib.heap).toBeLessThan(48);
});
