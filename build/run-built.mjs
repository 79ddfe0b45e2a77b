import { existsSync } from 'node:fs';
import { argv, exit, stderr } from 'node:process';

/** Runs a built command in this process: `node build/run-built.mjs doctor/main.js`. */
const command = new URL(`../dist/${argv[2]}`, import.meta.url);
if (!existsSync(command)) {
  stderr.write('There is no build yet. Run npm run build, then this again.\n');
  exit(1);
}
await import(command.href);
