/**
 * Runs the tests while their workers are paused at random, for two seconds each time, as a busy machine does it: a test
 * that fails here depends on time. Ends with the code of the tests.
 * @example npx tsx test/gate/pause-workers.ts [arguments of vitest]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 2000;
/** Between two pauses, of which each stops one worker. */
const BETWEEN_MS = { min: 1000, max: 5000 };

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** A fork of the test runner, and no process that a test has started. */
function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/vitest/');
  } catch {
    return false;
  }
}

/** False if the process has ended. */
function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

const runner = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
const tests = spawn(process.execPath, [...runner, ...process.argv.slice(2)], { stdio: 'inherit' });
const ended = once(tests, 'exit');
let pauses = 0;
while (tests.exitCode === null && tests.signalCode === null) {
  await wait(BETWEEN_MS.min + Math.random() * (BETWEEN_MS.max - BETWEEN_MS.min));
  const workers = childrenOf(tests.pid ?? 0).filter(isWorker);
  const worker = workers[Math.floor(Math.random() * workers.length)];
  if (worker === undefined || !send(worker, 'SIGSTOP')) continue;
  await wait(PAUSE_MS);
  send(worker, 'SIGCONT');
  pauses += 1;
}
const [code] = await ended;
process.stdout.write(`${pauses} pauses of ${PAUSE_MS / 1000} s\n`);
process.exitCode = typeof code === 'number' ? code : 1;
