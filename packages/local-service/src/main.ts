import { ApiKeyError } from './auth/api-keys.ts';
import { manageCredentials } from './cli/manage-credentials.ts';
import { parseCommand, USAGE, UsageError } from './cli/parse-command.ts';
import { runUntilStopped } from './cli/run-until-stopped.ts';
import { StartError } from './start-error.ts';

const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

try {
  const command = parseCommand(process.argv.slice(2));
  if (command.verb === 'help') print(USAGE);
  else if (command.verb === 'run') await runUntilStopped(command.options, print);
  else await manageCredentials(command, print);
} catch (error) {
  // Errors that the user can fix are printed as a message; anything else is a bug and keeps its stack trace.
  if (!(error instanceof UsageError || error instanceof StartError || error instanceof ApiKeyError)) throw error;
  process.stderr.write(`${error.message}\n`);
  if (error instanceof UsageError) process.stderr.write('See --help.\n');
  process.exitCode = 1;
}
