import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** CPU time of a process so far, all threads included, in milliseconds (proc(5), stat). */
export async function readCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The preceding name may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
