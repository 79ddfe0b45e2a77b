import { config as loadEnvFile } from 'dotenv';
import { StoreError } from '../store/database.ts';
import { KeyRingError } from '../store/encryption.ts';
import { runReencrypt } from './run-reencrypt.ts';

loadEnvFile({ quiet: true });

try {
  const { complete, words } = await runReencrypt(process.env);
  process.stdout.write(`${words}\n`);
  if (!complete) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof KeyRingError || error instanceof StoreError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
