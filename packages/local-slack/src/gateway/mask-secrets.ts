import { readObject } from '../json.ts';
import { credentials } from '../state/workspace-seed.ts';

/** Fields in which Slack sends secrets. */
const secretFields: Readonly<Record<string, string>> = {
  response_url: '[response_url]',
  trigger_id: '[trigger_id]',
  upload_url: '[upload_url]',
  client_secret: '[client secret]',
};

/** Secrets anywhere in a text, for example the response URL that the bot stores in private_metadata. */
const secretTexts: readonly (readonly [RegExp | string, string])[] = [
  [credentials.verificationToken, '[verification token]'],
  [credentials.signingSecret, '[signing secret]'],
  [/\bxapp-[\w-]+/g, '[app token]'],
  [/\b(?:xoxe\.)?xox[a-z]-[\w-]+/g, '[bot token]'],
  [/\bmade-up-code-\w+/g, '[authorization code]'],
  [/\bv0=[0-9a-f]{64}\b/g, '[signature]'],
  [/https?:\/\/[^\s"\\<>]+?\/(?:commands|actions)\/T\w+\/\d+\/\w+/g, '[response_url]'],
  [/wss?:\/\/[^\s"\\<>]*\bticket=[\w-]+/g, '[socket address]'],
  [/\b\d+\.[0-9a-f]{16}\b/g, '[trigger_id]'],
];

/** A copy of `value` with every secret replaced by its kind. */
export function maskSecrets(value: unknown): unknown {
  if (typeof value === 'string') {
    return secretTexts.reduce((text, [secret, kind]) => text.replaceAll(secret, kind), value);
  }
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(readObject(value));
  return Object.fromEntries(fields.map(([name, field]) => [name, secretFields[name] ?? maskSecrets(field)]));
}
