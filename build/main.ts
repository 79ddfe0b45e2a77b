import { rm } from 'node:fs/promises';
import { bundle } from './bundle.ts';

/** What can be started: `node dist/main.js` and the others. */
const COMMANDS = ['src/main.ts', 'src/doctor/main.ts', 'src/local-service/main.ts', 'src/reencrypt/main.ts'];

await rm('dist', { recursive: true, force: true });
await bundle(COMMANDS, 'dist', 'src');
