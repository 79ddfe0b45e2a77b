import { parseArgs } from 'node:util';
import { benchAcks } from './bench-acks.ts';
import { benchCalls } from './bench-calls.ts';
import { benchClick } from './bench-click.ts';
import { benchFiles } from './bench-files.ts';
import { benchInspect } from './bench-inspect.ts';
import { benchLarge } from './bench-large.ts';
import { benchQuiet } from './bench-quiet.ts';
import { benchScale } from './bench-scale.ts';
import { benchStart } from './bench-start.ts';
import { benchSteps } from './bench-steps.ts';
import { benchUpload } from './bench-upload.ts';
import { benchUploads } from './bench-uploads.ts';
import { describeMachine } from './describe-machine.ts';
import { type Section, toMarkdown } from './section.ts';
import { writeBenchmarks } from './write-benchmarks.ts';

/**
 * `npm run bench`, or `npm run bench -- acks click` for some: ratios to something measured in the same run, never
 * absolute times. `--write` updates the tables in BENCHMARKS.md.
 */
const BENCHES: Record<string, () => Promise<Section>> = {
  acks: benchAcks,
  steps: benchSteps,
  calls: benchCalls,
  click: benchClick,
  files: benchFiles,
  large: benchLarge,
  quiet: benchQuiet,
  scale: benchScale,
  start: benchStart,
  uploads: benchUploads,
  upload: benchUpload,
  inspect: benchInspect,
};

// A regular exit, which also ends the child processes.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

const { positionals: wanted, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There is: ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exitCode = 1;
} else {
  const machine = await describeMachine();
  process.stdout.write(`${machine}\n\n`);
  if (values.write) await writeBenchmarks('machine', machine);
  for (const [name, run] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const markdown = toMarkdown(await run());
    process.stdout.write(`${markdown}\n\n`);
    if (values.write) await writeBenchmarks(name, markdown);
  }
}
