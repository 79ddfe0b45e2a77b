import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runDoctor } from '../../src/cli/run-doctor.ts';
import { compiled } from '../compiled.ts';
import { makeFolder } from '../make-folder.ts';

const PATIENT = { ask: 60_000, askBot: 60_000, check: 60_000 };

const STATES: Record<string, string> = { ok: 'good', problem: 'bad', unknown: 'unknown' };

export interface DoctorRun {
  code: number | null;
  stdout: string;
  /** The first line. */
  head: string;
  /** `state: text` for each check. */
  lines: Record<string, string>;
  /** Files in the working directory; in this process, beside the data. */
  files: string[];
}

/** Runs the command to completion as a separate process with only these settings. */
export async function runDoctorCommand(settings: Record<string, string>): Promise<DoctorRun & { stderr: string }> {
  const cwd = await makeFolder();
  const child = spawn(process.execPath, [await compiled('src/cli/doctor.ts')], {
    cwd,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr, ...readReport(stdout), files: await readdir(cwd) };
}

/** Does the same in this process. */
export async function examineHere(settings: Record<string, string>): Promise<DoctorRun> {
  const folder = await makeFolder();
  const { well, words } = await runDoctor({ DATA_DIR: join(folder, 'data'), ...settings }, PATIENT);
  return { code: well ? 0 : 1, stdout: words, ...readReport(words), files: await readdir(folder) };
}

function readReport(words: string): Pick<DoctorRun, 'head' | 'lines'> {
  const [head = '', ...rest] = words.trimEnd().split('\n');
  const lines = rest.map((line) => {
    const [, state = '', subject, found] = /^(ok|problem|unknown) +([\w ]+): (.*)$/.exec(line) ?? [];
    return [subject, `${STATES[state]}: ${found}`];
  });
  return { head, lines: Object.fromEntries(lines) };
}
