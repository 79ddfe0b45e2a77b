import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { toMarkdown } from './section.ts';
import { writeBenchmarks } from './write-benchmarks.ts';

/**
 * `npx tsx test/bench/compare.ts ../earlier` compares the bot of another checkout with this one: three runs of each, in
 * turn, by the benches of this checkout, or by some of them: `../earlier acks click`. `--write` updates the table in
 * BENCHMARKS.md.
 */
const RUNS = 3;
/** In their tables, the fourth column is the ratio, and the fifth the goal. */
const BENCHES = ['acks', 'click', 'large', 'start'];
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

const run = promisify(execFile);

/** The ratios and goals of all rows, by what was measured. */
async function bench(env: NodeJS.ProcessEnv): Promise<Map<string, { ratio: string; goal: string }>> {
  const { stdout } = await run('npx', ['tsx', MAIN, ...benches], { env: { ...process.env, ...env } });
  const rows = stdout.split('\n').filter((line) => line.startsWith('| '));
  return new Map(
    rows.map((row) => {
      const [, what = '', , , ratio = '', goal = ''] = row.split('|').map((cell) => cell.trim());
      // Without the spread of the rounds.
      return [what, { ratio: ratio.replace(/ \(.*/, ''), goal: goal.replace(/^.*\((.*)\)$/, '$1') }];
    }),
  );
}

const {
  positionals: [earlier, ...chosen],
  values: { write },
} = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
if (earlier === undefined) throw new Error('Name the checkout of the earlier bot, with its packages installed.');
const benches = chosen.length > 0 ? chosen : BENCHES;
const before: Awaited<ReturnType<typeof bench>>[] = [];
const after: typeof before = [];
for (let round = 0; round < RUNS; round += 1) {
  before.push(await bench({ BENCH_BOT_ROOT: resolve(earlier) }));
  after.push(await bench({}));
}
const rows = [...(after[0] ?? [])].flatMap(([what, { goal }]) => {
  const ratiosIn = (runs: typeof before) => runs.map((found) => found.get(what)?.ratio ?? '').join(', ');
  return goal === '' || goal === 'goal' ? [] : [[what, ratiosIn(before), ratiosIn(after), goal]];
});
const markdown = toMarkdown({
  title: '**compare**: the ratios of the tables above, three runs before and after',
  columns: ['what', 'before', 'after', 'goal'],
  rows,
  notes: [],
});
process.stdout.write(`${markdown}\n`);
if (write) await writeBenchmarks('compare', markdown);
