import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiled } from '../compiled.ts';

/** A bot in a separate process, which can be killed at any moment and started again. */
export class BotProcess {
  readonly #settings: Record<string, string>;
  readonly #output: string[] = [];
  #child: ChildProcess | null = null;
  #port: number | null = null;
  #aheadMs = 0;

  constructor(settings: Record<string, string>) {
    this.#settings = settings;
  }

  /** Resolves when it accepts requests. @throws with its output if it exits first. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [await compiled('test/proof/bot-main.ts')], {
      env: { PATH: process.env.PATH, ...this.#settings, CLOCK_AHEAD_MS: String(this.#aheadMs) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const { stderr, stdout } = child;
    if (!stdout || !stderr) throw new Error('A process that was given pipes has them.');
    const lines = createInterface({ input: stdout });
    stderr.on('data', (bytes: Buffer) => void this.#output.push(bytes.toString()));
    const ended = once(child, 'close').then(() => Promise.reject(new Error(`The bot ended.\n${this.tail}`)));
    const ready = new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        const [, port] = /^READY (\d+)$/.exec(line) ?? [];
        if (port !== undefined) {
          this.#port = Number(port);
          resolve();
        } else this.#output.push(`${line}\n`);
      });
    });
    await Promise.race([ready, ended]);
    ended.catch(() => undefined);
  }

  /** @throws if it is not running. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('The bot does not run.');
    return pid;
  }

  /** The port it listens on; null while it is not running. */
  get port(): number | null {
    return this.#port;
  }

  /** Moves its clock forward, now and for each later start. */
  moveClock(ms: number): void {
    this.#aheadMs += ms;
    if (this.#child?.connected) this.#child.send(ms);
  }

  /** SIGTERM: work in progress is finished. @returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
    this.#port = null;
    return child.exitCode;
  }

  /** SIGKILL: nothing more is written, sent or closed. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    this.#port = null;
  }

  /** Its log lines at level error or above, as JSON. */
  get errors(): string[] {
    return this.#output.filter((line) => /^\{"level":(?:50|60),/.test(line));
  }

  /** The last lines of its log. */
  get tail(): string {
    return this.#output.slice(-60).join('');
  }
}
