import { config as loadEnvFile } from 'dotenv';
import { ConfigError } from '../config.ts';
import { runDoctor } from './run-doctor.ts';

loadEnvFile({ quiet: true });

try {
  const { well, words } = await runDoctor(process.env);
  // A question that was given up may go on; nobody waits for it.
  process.stdout.write(`${words}\n`, () => process.exit(well ? 0 : 1));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Nothing was looked at yet. ${error.message}\n`);
  process.exitCode = 1;
}
