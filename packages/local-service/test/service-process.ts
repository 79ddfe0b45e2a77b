import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledMain } from './compiled-main.ts';

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Everything printed up to the line with the base URL. */
  readonly output: string;
  /** Waits until the log contains this text. */
  readonly logged: (text: string) => Promise<void>;
  /** Sends the signal and waits for the exit. */
  readonly stop: (signal: NodeJS.Signals) => Promise<{ code: number | null; stderr: string }>;
}

async function spawnMain(args: readonly string[]): Promise<ChildProcess> {
  return spawn(process.execPath, [await compiledMain(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the service's command line to completion. */
export async function runMain(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = await spawnMain(args);
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  await once(child, 'close');
  return { code: child.exitCode ?? -1, stdout, stderr };
}

/** The service as a separate process on a free port, once it has reported that it is ready. */
export async function startProcess(args: readonly string[]): Promise<ServiceProcess> {
  const child = await spawnMain(['--port', '0', ...args]);
  const closed = once(child, 'close');
  let output = '';
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const [, url] = /ready at (\S+)\n/.exec(output) ?? [];
      if (url) resolve(url);
    });
    child.once('close', () => reject(new Error(`the service ended: ${stderr}`)));
  });
  return {
    child,
    baseUrl,
    output,
    logged: async (text) => {
      while (!stderr.includes(text) && child.stderr) await once(child.stderr, 'data');
    },
    stop: async (signal) => {
      child.kill(signal);
      await closed;
      return { code: child.exitCode, stderr };
    },
  };
}
