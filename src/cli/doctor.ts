import { config as loadEnvFile } from 'dotenv';
import { ConfigError } from '../config/config.ts';
import { runDoctor } from './run-doctor.ts';

loadEnvFile({ quiet: true });

try {
  const { well, words } = await runDoctor(process.env);
  // A check that timed out may still be running; do not wait for it.
  process.stdout.write(`${words}\n`, () => process.exit(well ? 0 : 1));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\nNothing was checked. Fix these settings, then run the doctor again.\n`);
  process.exitCode = 1;
}
