import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../build/bundle.ts';
import { bundleCached } from '../../build/bundle-cached.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Another checkout, with its packages installed, whose bot is measured instead of this one's. */
const BOT_ROOT = process.env.BENCH_BOT_ROOT ?? ROOT;

/** Commands of `npm run build`, bundled together. The bot is bundled separately, with its code cache. */
const COMMANDS = {
  'local-service/main': 'packages/local-service/src/main.ts',
  'reencrypt/main': 'src/cli/reencrypt.ts',
};

/** Further programs that the benches start. Each is bundled separately: the two apps contain no bot code. */
const OTHERS = ['bare-app', 'direct-calls', 'load', 'memory', 'plain-app', 'profiler', 'service', 'sink'] as const;

export type Built = Record<'bot' | (typeof OTHERS)[number], string>;

let built: Promise<Built> | null = null;

/** Paths of everything that benches start, built once in the same way as `npm run build`. */
export function builtFiles(): Promise<Built> {
  built ??= buildAll();
  return built;
}

async function buildAll(): Promise<Built> {
  const into = mkdtempSync(join(tmpdir(), 'abilities-bench-built-'));
  process.once('exit', () => rmSync(into, { recursive: true, force: true }));
  writeFileSync(join(into, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(into, 'node_modules'));
  await bundle(COMMANDS, join(into, 'dist'));
  await bundleCached('main', join(BOT_ROOT, 'src/main.ts'), join(into, 'dist'));
  for (const name of OTHERS) {
    await bundle({ [name]: `test/bench/processes/${name}.ts` }, join(into, name));
  }
  const other = (name: (typeof OTHERS)[number]) => join(into, name, `${name}.js`);
  return {
    bot: join(into, 'dist/main.js'),
    'bare-app': other('bare-app'),
    'direct-calls': other('direct-calls'),
    load: other('load'),
    memory: other('memory'),
    'plain-app': other('plain-app'),
    profiler: other('profiler'),
    service: other('service'),
    sink: other('sink'),
  };
}
