import type { AbilityId, AgentId, Category } from '@abilities-bot/service-api';

/** A new Ability and the files to make it from. Both files must stay where they are until the upload ends. */
export interface AbilityUpload {
  name: string;
  category: Category;
  /** One line. */
  description: string;
  /** Sent comma-separated, so that a comma inside a trigger word splits it. */
  triggerWords: readonly string[];
  zip: { path: string; fileName: string };
  image?: { path: string; fileName: string; contentType: string };
  /** The Agent that gets it, which installs it; its other Abilities stay. Without one it is not installed. */
  agentId?: AgentId;
  /** The IDs on the account, read before sending: after a lost answer, an Ability of this name with another ID may be ours. */
  existingIds: ReadonlySet<AbilityId>;
  /** Ends the upload when the caller may not send any more. Neither is the list read then. */
  signal?: AbortSignal;
}

/**
 * `{base_url}` of the service interface checked. It may carry a path, with or without trailing slash.
 *
 * @throws TypeError when it is no http or https URL, or carries a user name, a query or a fragment.
 */
export function parseBaseUrl(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw new TypeError('The base URL of the service is not a URL.');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError('The base URL of the service must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('The base URL of the service must not carry a user name, a query or a fragment.');
  }
  return url.origin + url.pathname;
}

/** How the client proves who it is: an API key of the account, or the JWT of a browser session. */
export type Credential = { kind: 'api-key'; value: string } | { kind: 'jwt'; value: string };

const HEADER_SAFE = /^[\x21-\x7e]+$/;
const JWT_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * The one header that carries the credential: `X-API-KEY` for a key, `Authorization: Bearer` for a JWT. An API key must
 * never be sent as Bearer (service interface, Authentication 4), so a value that has not the shape of a JWT is refused.
 *
 * @throws TypeError when the value cannot be sent. fetch would refuse it too, but print the value in its message.
 */
export function credentialHeader(credential: Credential): Record<string, string> {
  if (!HEADER_SAFE.test(credential.value)) {
    throw new TypeError('The credential of the service is empty or holds characters that a header cannot carry.');
  }
  if (credential.kind === 'api-key') return { 'x-api-key': credential.value };
  if (!JWT_SHAPE.test(credential.value)) {
    throw new TypeError(
      'The JWT of the service has not the three parts of a JWT. An API key belongs in the kind api-key.',
    );
  }
  return { authorization: `Bearer ${credential.value}` };
}
