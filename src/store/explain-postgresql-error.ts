import { StoreError } from './store-error.ts';

/**
 * The URL of a PostgreSQL database.
 * @throws {StoreError} which shows nothing of it: what cannot be read may be a password with a special character.
 */
export function readUrl(databaseUrl: string): URL {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  if (url?.protocol === 'postgresql:' || url?.protocol === 'postgres:') return url;
  throw new StoreError(
    'DATABASE_URL cannot be read. It has to look like postgresql://user:password@host:5432/database, with special characters of the password percent-encoded.',
  );
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const STARTING_OR_FULL = new Set(['53300', '57P03', '57P01']);

/** Why a PostgreSQL database could not be opened, without anything of its URL but the host. */
export function explainPostgresqlError(error: unknown, url: URL): StoreError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : String(error);
  const at = url.hostname ? `The database at ${url.hostname}` : 'The database';
  const becauseOf = code ? ` (${code})` : '';
  if (UNREACHABLE.has(code) || /timeout|terminated/i.test(words)) {
    return new StoreError(
      `${at} cannot be reached${becauseOf}. Nothing was changed. Check DATABASE_URL, and whether the database runs.`,
    );
  }
  if (code.startsWith('28') || words.startsWith('SASL')) {
    return new StoreError(
      `${at} refuses the user or the password${becauseOf}. Nothing was changed. Check both in DATABASE_URL.`,
    );
  }
  if (code === '3D000') {
    return new StoreError(
      `${at} has no database of the name in DATABASE_URL. Nothing was changed. Create it, or correct the name.`,
    );
  }
  if (code === '42501') {
    return new StoreError(
      `${at} does not let the user of DATABASE_URL create tables. Nothing was changed. Grant it, or take another user.`,
    );
  }
  if (STARTING_OR_FULL.has(code)) {
    return new StoreError(
      `${at} takes no connection now${becauseOf}. Nothing was changed. Start the bot again when it does.`,
    );
  }
  return new StoreError(
    `${at} cannot be used: ${hidePassword(words, url)}${becauseOf}. Nothing was changed. Check DATABASE_URL and the database's log.`,
  );
}

function hidePassword(words: string, { password, searchParams }: URL): string {
  const secrets = [password, decode(password), searchParams.get('password') ?? ''];
  return secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '[password]'), words);
}

function decode(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    // A lone percent sign stands for itself.
    return password;
  }
}
