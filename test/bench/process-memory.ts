import { readFile, writeFile } from 'node:fs/promises';

const MIB_OF_KB = 1024;

/** What a process takes now, and the most that it took since `resetPeak`, in MiB, as Linux counts it. */
export async function readMemory(pid: number): Promise<{ nowMib: number; peakMib: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / MIB_OF_KB;
  return { nowMib: read('VmRSS'), peakMib: read('VmHWM') };
}

/** Lets the peak begin anew (proc(5), clear_refs). */
export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');
