import { rm } from 'node:fs/promises';
import { bundle } from './bundle.ts';

/** The entry points: `node dist/main.js` and so on. */
const COMMANDS = {
  main: 'src/main.ts',
  'doctor/main': 'src/cli/doctor.ts',
  'local-service/main': 'packages/local-service/src/main.ts',
  'reencrypt/main': 'src/cli/reencrypt.ts',
};

await rm('dist', { recursive: true, force: true });
await bundle(COMMANDS, 'dist');
