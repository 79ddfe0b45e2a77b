import { rm } from 'node:fs/promises';
import { bundle } from './bundle.ts';
import { bundleCached } from './bundle-cached.ts';

/** Started by hand, now and then: `node dist/doctor/main.js` and so on. The bot is `dist/main.js`. */
const COMMANDS = {
  'doctor/main': 'src/cli/doctor.ts',
  'local-service/main': 'packages/local-service/src/main.ts',
  'reencrypt/main': 'src/cli/reencrypt.ts',
};

await rm('dist', { recursive: true, force: true });
await bundle(COMMANDS, 'dist');
await bundleCached('main', 'src/main.ts', 'dist');
