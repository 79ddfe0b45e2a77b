import type { AbilityId, AgentId, Category } from '@abilities-bot/service-api';

/** A new Ability. Both files must exist until the upload ends. */
export interface AbilityUpload {
  name: string;
  category: Category;
  /** One line. */
  description: string;
  /** Sent comma-separated, so the service splits a trigger word at each comma. */
  triggerWords: readonly string[];
  zip: { path: string; fileName: string };
  image?: { path: string; fileName: string; contentType: string };
  /**
   * The Agent to add the Ability to, which also installs it. The Agent keeps its other Abilities. Absent: not
   * installed.
   */
  agentId?: AgentId;
  /**
   * The IDs on the account before the upload. If the answer is lost, an Ability with this name and a new ID may be the
   * uploaded one.
   */
  existingIds: ReadonlySet<AbilityId>;
  /** Aborts the upload, and the check of the list after it. */
  signal?: AbortSignal;
}

/**
 * Validates `{base_url}` of the service interface. It may contain a path, with or without a trailing slash.
 *
 * @throws TypeError unless it is an http or https URL without a username, query or fragment.
 */
export function parseBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw new TypeError("The service's base URL is not a URL.");
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError("The service's base URL must begin with http:// or https://.");
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError("The service's base URL must not contain a username, query or fragment.");
  }
  return url.origin + url.pathname;
}

/** An API key of the account, or the JWT of a browser session. */
export type Credential = { kind: 'api-key'; value: string } | { kind: 'jwt'; value: string };

const HEADER_SAFE = /^[\x21-\x7e]+$/;
const JWT_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * The header with the credential: `X-API-KEY` for a key, `Authorization: Bearer` for a JWT. An API key must never be
 * sent as Bearer (service interface, Authentication 4), so a JWT must have the format of one.
 *
 * @throws TypeError if the value can't be sent. fetch would reject it too, but with the value in its message.
 */
export function credentialHeader(credential: Credential): Record<string, string> {
  if (!HEADER_SAFE.test(credential.value)) {
    throw new TypeError("The service credential is empty or contains characters that aren't allowed in a header.");
  }
  if (credential.kind === 'api-key') return { 'x-api-key': credential.value };
  if (!JWT_SHAPE.test(credential.value)) {
    throw new TypeError("The service JWT doesn't have three parts. For an API key, use the kind api-key.");
  }
  return { authorization: `Bearer ${credential.value}` };
}
