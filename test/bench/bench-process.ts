import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type * as z from 'zod';
import { type Built, builtFiles } from './built.ts';

/** If set, each bot writes a CPU profile to this folder when it exits, unless it is profiled otherwise. */
const PROFILES = process.env.BENCH_PROFILE_DIR;

const TAIL_LINES = 40;

/** Killed when this process exits for any reason. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** One of the built programs as a separate process. */
export class BenchProcess {
  readonly pid: number;
  /** The readiness line of its output. */
  readonly said: string;
  /** From process start to readiness, in milliseconds. */
  readonly readyMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, pid: number, said: string, readyMs: number) {
    this.#child = child;
    this.pid = pid;
    this.said = said;
    this.readyMs = readyMs;
  }

  /**
   * @param ready matches the line on standard output that signals readiness.
   * @param isProfiled whether it takes the orders of `processes/profiler.ts`.
   * @throws with its output if it exits first.
   */
  static async start(
    what: keyof Built,
    env: Record<string, string>,
    ready: RegExp,
    isProfiled = false,
  ): Promise<BenchProcess> {
    const { [what]: file, profiler } = await builtFiles();
    const whole = PROFILES && what === 'bot' ? ['--cpu-prof', `--cpu-prof-dir=${PROFILES}`] : [];
    const profiling = isProfiled ? ['--import', profiler] : whole;
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...profiling, file], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const { pid, stderr, stdout } = child;
    if (!stdout || !stderr || pid === undefined) throw new Error(`${what} could not be started.`);
    running.add(child);
    child.once('close', () => running.delete(child));
    const output: string[] = [];
    stderr.on('data', (bytes: Buffer) => void (output.length < TAIL_LINES && output.push(bytes.toString())));
    const lines = createInterface({ input: stdout });
    const ended = once(child, 'close').then(() => Promise.reject(new Error(`${what} ended.\n${output.join('')}`)));
    ended.catch(() => undefined);
    const said = new Promise<string>((resolve) => {
      lines.on('line', (line) => {
        if (ready.test(line)) resolve(line);
        else output.push(`${line}\n`);
      });
    });
    const line = await Promise.race([said, ended]);
    const readyMs = performance.now() - startedAt;
    // The log is discarded from here on: reading it would take time from the measurement.
    lines.close();
    stdout.resume();
    return new BenchProcess(child, pid, line, readyMs);
  }

  /** Sends one message and resolves to the next one received. */
  async ask<T>(message: object, answer: z.ZodType<T>): Promise<T> {
    const child = this.#child;
    const [raw] = await new Promise<unknown[]>((resolve, reject) => {
      const onMessage = (...got: unknown[]) => end(() => resolve(got));
      const onClose = () => end(() => reject(new Error('A process of the bench ended before it answered.')));
      const end = (settle: () => void) => {
        child.off('message', onMessage).off('close', onClose);
        settle();
      };
      child.on('message', onMessage).on('close', onClose);
      child.send(message);
    });
    return answer.parse(raw);
  }

  /** Suspends the process, so that it takes no CPU time until it is resumed. */
  rest(): void {
    this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  /** Sends SIGTERM and waits for the exit. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    this.goOn();
    child.kill('SIGTERM');
    await closed;
  }
}
