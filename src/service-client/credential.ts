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
