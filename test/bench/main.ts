import { benchInspect } from './bench-inspect.ts';
import { benchUpload } from './bench-upload.ts';

/** `npm run bench -- upload`, `-- inspect`: ratios against something in the same run, never bare times. */
const BENCHES: Record<string, () => Promise<void>> = { upload: benchUpload, inspect: benchInspect };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There is: ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exitCode = 1;
} else {
  for (const [name, run] of Object.entries(BENCHES)) if (wanted.length === 0 || wanted.includes(name)) await run();
}
