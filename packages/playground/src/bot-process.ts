import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StartError } from '@abilities-bot/local-service';

const SOURCE = fileURLToPath(new URL('bot/main.ts', import.meta.url));
/** A busy machine compiles the source for a minute. */
const PATIENCE_MS = 180_000;

interface BotProcessOptions {
  /** The bot compiled to JavaScript, which starts faster; null runs the source. */
  compiled: string | null;
  env: Readonly<Record<string, string>>;
  /** Working directory: has no .env, so only `env` applies. */
  folder: string;
  /** Receives the bot's output. */
  logFile: string;
}

/** A bot that accepts requests. */
interface RunningBot {
  pid: number;
  port: number;
}

/** The bot as a separate process, so that it can be killed. */
export class BotProcess {
  readonly #options: BotProcessOptions;
  #child: ChildProcess | null = null;
  #running: RunningBot | null = null;
  #aheadMs = 0;

  constructor(options: BotProcessOptions) {
    this.#options = options;
  }

  /** Null before it accepts requests and after its exit. */
  get running(): RunningBot | null {
    return this.#running;
  }

  get logFile(): string {
    return this.#options.logFile;
  }

  /**
   * Resolves when the bot accepts requests.
   * @throws {StartError} with the bot's output if it exits first, or takes too long.
   */
  async start(): Promise<void> {
    if (this.#child) return;
    const { compiled, env, folder, logFile } = this.#options;
    const main = compiled === null ? ['--import', import.meta.resolve('tsx'), SOURCE] : [compiled];
    const child = spawn(process.execPath, main, {
      cwd: folder,
      env: { ...env, CLOCK_AHEAD_MS: String(this.#aheadMs) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    if (!child.stdout || !child.stderr) throw new Error('A process that was given pipes has them.');
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#forget();
    });
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    const printed: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        log.write(`${line}\n`);
        if (!line.includes('bot ready')) continue;
        child.stdout.on('data', (chunk: Buffer) => log.write(chunk));
        // It may have been killed in the meantime.
        if (this.#child === child && child.pid !== undefined) {
          this.#running = { pid: child.pid, port: Number(/"port":(\d+)/.exec(line)?.[1]) };
        }
        return;
      }
    } finally {
      clearTimeout(timer);
    }
    const why = printed.join('').trim() || 'This machine may be busy: try again.';
    throw new StartError(`The bot did not start. ${why}\nIts log: ${logFile}`);
  }

  /** How far its clock was moved forward, in milliseconds. It stays so after a restart. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  moveClock(ms: number): void {
    this.#aheadMs += ms;
    // A bot that ends at this moment is given the time at its next start.
    if (this.#child?.connected) this.#child.send(ms, () => {});
  }

  /** Like a power loss: nothing is finished. */
  kill(): void {
    this.#child?.kill('SIGKILL');
    this.#forget();
  }

  /** Graceful shutdown: work in progress is finished first. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  #forget(): void {
    this.#child = null;
    this.#running = null;
  }
}
