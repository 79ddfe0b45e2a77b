import { Session } from 'node:inspector/promises';
import { ProfilerOrder, type ProfilerReport } from '../profile.ts';

/** Loaded into the bot by `node --import`: profiles it between two messages, without its start and its warm-up. */
const SAMPLING_MICROSECONDS = 250;

const session = new Session();
session.connect();
let cpuBefore = process.cpuUsage();

async function start(): Promise<object> {
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_MICROSECONDS });
  await session.post('Profiler.start');
  cpuBefore = process.cpuUsage();
  return {};
}

async function stop(): Promise<ProfilerReport> {
  const { system, user } = process.cpuUsage(cpuBefore);
  const { profile } = await session.post('Profiler.stop');
  return { cpuMs: (system + user) / 1000, profile: { ...profile, samples: profile.samples ?? [] } };
}

process.on('message', (message) => {
  const { order } = ProfilerOrder.parse(message);
  (order === 'start' ? start() : stop()).then(
    (report) => process.send?.(report),
    () => process.exit(1),
  );
});
// The bot ends when it has nothing left to do.
process.channel?.unref();
