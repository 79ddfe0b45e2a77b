import {
  type AnyServiceError,
  BusyError,
  InvalidRequestError,
  MisconfiguredBaseUrlError,
  NameTakenError,
  NotFoundError,
  RateLimitedError,
  type ServiceErrorKind,
  UnauthorizedError,
  UnavailableError,
  UnclearOutcomeError,
  UnreadableAnswerError,
} from '../../src/service/errors.ts';

const facts = (status: number | null, detail: string | null = null) =>
  ({ status, detail, endpoint: 'list Abilities' }) as const;

/** Every service error. A new kind without a case does not compile. */
export const ERRORS = {
  unauthorized: {
    key: new UnauthorizedError({ ...facts(401, 'Invalid API key.'), tokenNotValid: false }),
    token: new UnauthorizedError({ ...facts(401, 'Given token not valid for any token type'), tokenNotValid: true }),
  },
  'not-found': {
    'with-detail': new NotFoundError(facts(404, 'No such Ability.')),
    'without-detail': new NotFoundError(facts(null)),
  },
  'name-taken': { '': new NameTakenError(facts(400, 'Ability with same name already exists')) },
  'invalid-request': {
    'with-detail': new InvalidRequestError(facts(400, 'main.py file not found')),
    'without-detail': new InvalidRequestError(facts(422)),
  },
  'rate-limited': {
    'with-wait': new RateLimitedError({ ...facts(429), retryAfterMs: 12_300 }),
    'without-wait': new RateLimitedError({ ...facts(429), retryAfterMs: null }),
  },
  unavailable: {
    timeout: new UnavailableError({ ...facts(null), reason: 'timeout' }),
    network: new UnavailableError({ ...facts(null), reason: 'network', code: 'ECONNREFUSED', mayHaveArrived: false }),
    'server-error': new UnavailableError({ ...facts(503, 'Down for a moment.'), reason: 'server-error' }),
    'circuit-open': new UnavailableError({
      ...facts(null, null),
      reason: 'circuit-open',
      mayHaveArrived: false,
      retryAfterMs: 5000,
    }),
  },
  'unreadable-answer': {
    'one-field': new UnreadableAnswerError({ ...facts(200), field: '3.trigger_words' }),
    whole: new UnreadableAnswerError({ ...facts(200), field: null }),
  },
  'misconfigured-base-url': {
    redirect: new MisconfiguredBaseUrlError({ ...facts(301), reason: 'redirect' }),
    html: new MisconfiguredBaseUrlError({ ...facts(200), reason: 'html' }),
  },
  busy: { '': new BusyError(facts(200)) },
  unclear: { '': new UnclearOutcomeError({ ...facts(502), causeKind: 'unavailable', listWasRead: true }) },
} satisfies { [K in ServiceErrorKind]: Record<string, AnyServiceError & { kind: K }> };
