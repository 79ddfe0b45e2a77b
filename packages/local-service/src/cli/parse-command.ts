import { parseArgs } from 'node:util';
import * as z from 'zod';
import { LIE_NAMES } from '../faults/lies.ts';
import { listLies, readLie } from '../faults/read-lie.ts';
import { SEEDS } from '../seed/fill-account.ts';
import { DEFAULT_ACCOUNT } from '../storage/accounts.ts';
import { ApiKeyId } from '../storage/ids.ts';

export const USAGE = `Usage: npm run service -- [command] [options]

  (no command)        run the service
  keys create         create an API key and print it once
  keys list           list the keys of an account
  keys revoke ID      revoke a key
  sessions create     create a session token (JWT) and print it

Options
  --port N            port to listen on (default: 4010; 0 picks a free one)
  --host HOST         address to listen on (default: 127.0.0.1)
  --data-dir DIR      data directory (default: ./data/service)
  --seed NAME         seed the account "default" if it is empty: demo, or large (5,000 Abilities)
  --api-key KEY       add KEY to the account "default"
  --assignment TYPE   bodies accepted by edit-personality: both, json-only or multipart-only (default: both)
  --show-assignments  include each Agent's Abilities in the list of Agents, which the documentation leaves open
  --lie NAME          report a false success; may be repeated; late-truth=30 delays changes by 30 seconds:
${listLies()}
  --account NAME      account for keys and sessions (default: default)
  -h, --help          show this help
`;

/** The command line is invalid. The message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const Options = z.object({
  help: z.boolean().default(false),
  port: z
    .string()
    .regex(/^\d+$/, '--port must be a number from 0 to 65535.')
    .transform(Number)
    .pipe(z.int().max(65535, '--port must be a number from 0 to 65535.'))
    .default(4010),
  host: z.string().min(1, '--host must not be empty.').default('127.0.0.1'),
  'data-dir': z.string().min(1, '--data-dir must not be empty.').default('./data/service'),
  seed: z.enum(SEEDS, '--seed must be demo or large.').optional(),
  'api-key': z
    .string()
    .regex(/^[!-~]+$/, '--api-key must be printable ASCII without spaces, because it is sent in a header.')
    .optional(),
  assignment: z
    .enum(['both', 'json-only', 'multipart-only'], '--assignment must be both, json-only or multipart-only.')
    .default('both'),
  'show-assignments': z.boolean().default(false),
  lie: z
    .array(
      z.string().transform((text, context) => {
        const lie = readLie(text);
        if (lie) return lie;
        context.addIssue(`--lie must be one of: ${LIE_NAMES.join(', ')}.`);
        return z.NEVER;
      }),
    )
    .default([]),
  account: z.string().trim().min(1, '--account must not be empty.').default(DEFAULT_ACCOUNT),
});
export type CommandOptions = z.output<typeof Options>;

export type Command = { readonly options: CommandOptions } & (
  | { readonly verb: 'run' | 'help' | 'keys create' | 'keys list' | 'sessions create' }
  | { readonly verb: 'keys revoke'; readonly keyId: ApiKeyId }
);

/** Parses a command line. @param args without the program's own name. @throws {UsageError} */
export function parseCommand(args: readonly string[]): Command {
  const { positionals, values } = readArguments(args);
  const { data: options, error } = Options.safeParse(values);
  if (!options) throw new UsageError(error.issues.map(({ message }) => message).join(' '));
  if (options.help) return { verb: 'help', options };
  const words = positionals.join(' ');
  switch (words) {
    case '':
      return { verb: 'run', options };
    case 'keys create':
    case 'keys list':
    case 'sessions create':
      return { verb: words, options };
  }
  const [noun, verb, id, ...rest] = positionals;
  if (noun !== 'keys' || verb !== 'revoke') throw new UsageError(`Unknown command "${words}".`);
  const { data: keyId } = ApiKeyId.safeParse(id);
  if (keyId === undefined || rest.length > 0) {
    throw new UsageError('keys revoke needs the ID of one key; keys list shows it.');
  }
  return { verb: 'keys revoke', keyId, options };
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        port: text,
        host: text,
        'data-dir': text,
        seed: text,
        'api-key': text,
        assignment: text,
        'show-assignments': { type: 'boolean' },
        lie: { ...text, multiple: true },
        account: text,
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
