import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** The processor time that a process has taken so far, with all its threads, in milliseconds (proc(5), stat). */
export async function readCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
