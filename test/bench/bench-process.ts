import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type * as z from 'zod';
import { type Built, builtFiles } from './built.ts';

/** With a folder here, each bot writes a profile of its processor time there when it ends. */
const PROFILES = process.env.BENCH_PROFILE_DIR;

const TAIL_LINES = 40;

/** Whatever ends this process ends those that it started. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** One of the built programs as a process of its own. */
export class BenchProcess {
  readonly pid: number;
  /** What its line of readiness says. */
  readonly said: string;
  /** From the start of the process to that line, in milliseconds. */
  readonly readyMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, pid: number, said: string, readyMs: number) {
    this.#child = child;
    this.pid = pid;
    this.said = said;
    this.readyMs = readyMs;
  }

  /** @param ready what the line on standard output begins with or holds. @throws with its output when it ends before. */
  static async start(what: keyof Built, env: Record<string, string>, ready: RegExp): Promise<BenchProcess> {
    const file = (await builtFiles())[what];
    const profiling = PROFILES && what === 'bot' ? ['--cpu-prof', `--cpu-prof-dir=${PROFILES}`] : [];
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
    // From now on its log is let go unread: reading it would take time from what is measured.
    lines.close();
    stdout.resume();
    return new BenchProcess(child, pid, line, readyMs);
  }

  /** Sends one message and reads the next one that comes back. */
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

  /** It stands still and takes no processor time, until it is let go on. */
  rest(): void {
    this.#child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  /** SIGTERM, and the end. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    this.goOn();
    child.kill('SIGTERM');
    await closed;
  }
}
