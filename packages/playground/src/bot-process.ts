import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const PATIENCE_MS = 60_000;

export interface BotProcessOptions {
  /** The bot as JavaScript, which starts in less time; null starts the source. */
  compiled: string | null;
  /** The bot's settings. */
  env: Readonly<Record<string, string>>;
  /** Where it runs: a folder without a .env of its own, so that nothing but `env` counts. */
  folder: string;
  /** What it prints is kept here. */
  logFile: string;
}

/** The bot as a process of its own, so that it can be killed as a machine would kill it. */
export class BotProcess {
  readonly #options: BotProcessOptions;
  #child: ChildProcess | null = null;

  constructor(options: BotProcessOptions) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#child !== null;
  }

  /**
   * Resolves when the bot takes requests.
   * @throws Error with what it printed when it ends before.
   */
  async start(): Promise<void> {
    if (this.#child) return;
    const { compiled, env, folder, logFile } = this.#options;
    const main = compiled === null ? ['--import', import.meta.resolve('tsx'), SOURCE] : [compiled];
    const child = spawn(process.execPath, main, {
      cwd: folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    const printed: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        log.write(`${line}\n`);
        if (!line.includes('the bot is ready')) continue;
        child.stdout.on('data', (chunk: Buffer) => log.write(chunk));
        return;
      }
    } finally {
      clearTimeout(timer);
    }
    throw new Error(`The bot did not start. ${printed.join('').trim()}`);
  }

  /** As a machine that loses power: nothing is finished. */
  kill(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  /** As an operator stops it: what is under way is finished first. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
