import { RequestError } from '../http/request-error.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' };

export function credentialsMissing(): RequestError {
  return new RequestError(401, 'Authentication credentials were not provided.', { headers: CHALLENGE });
}

/** An unknown or revoked API key; the answer does not say which. */
export function apiKeyInvalid(): RequestError {
  return new RequestError(401, 'Invalid API key.', { headers: CHALLENGE });
}

/**
 * A Bearer credential that is not a JWT of this service, for example an API key (service interface, "Authentication" 4;
 * the body is from published notes).
 */
export function tokenNotValid(): RequestError {
  return new RequestError(401, 'Given token not valid for any token type', {
    headers: CHALLENGE,
    extra: {
      code: 'token_not_valid',
      messages: [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid' }],
    },
  });
}
