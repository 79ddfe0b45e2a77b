import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { compiled } from '../compiled.ts';
import { makeFolder } from '../make-folder.ts';

const STATES: Record<string, string> = { ok: 'good', problem: 'bad', unknown: 'unknown' };

export interface DoctorRun {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The first line. */
  head: string;
  /** `state: text` for each check. */
  lines: Record<string, string>;
  /** Files in the working directory. */
  files: string[];
}

/** Runs the command to completion as a separate process with only these settings. */
export async function runDoctorCommand(settings: Record<string, string>, folder?: string): Promise<DoctorRun> {
  const cwd = folder ?? (await makeFolder());
  const child = spawn(process.execPath, [await compiled('src/cli/doctor.ts')], {
    cwd,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [head = '', ...rest] = stdout.trimEnd().split('\n');
  const lines = rest.map((line) => {
    const [, state = '', subject, words] = /^(ok|problem|unknown) +([\w ]+): (.*)$/.exec(line) ?? [];
    return [subject, `${STATES[state]}: ${words}`];
  });
  return { code: child.exitCode, stdout, stderr, head, lines: Object.fromEntries(lines), files: await readdir(cwd) };
}
