import { readFile, writeFile } from 'node:fs/promises';

const PATH = new URL('../../BENCHMARKS.md', import.meta.url);

/** Replaces the text between the named markers in BENCHMARKS.md; everything else is kept. @throws without markers. */
export async function writeBenchmarks(name: string, text: string): Promise<void> {
  const before = await readFile(PATH, 'utf8');
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- end:${name} -->`];
  const from = before.indexOf(begin);
  const to = before.indexOf(end);
  if (from < 0 || to < from) throw new Error(`BENCHMARKS.md has no place for ${name}: ${begin} … ${end}.`);
  await writeFile(PATH, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`);
}
