import { readFile, writeFile } from 'node:fs/promises';

const MIB_OF_KB = 1024;

/** A process's current memory and its peak since `resetPeak`, in MiB, as counted by Linux. */
export async function readMemory(pid: number): Promise<{ nowMib: number; peakMib: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / MIB_OF_KB;
  return { nowMib: read('VmRSS'), peakMib: read('VmHWM') };
}

/** Resets the memory peak (proc(5), clear_refs). */
export const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');
