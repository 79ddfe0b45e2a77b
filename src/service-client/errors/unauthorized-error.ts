import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** 401 or 403: the service does not accept the credential. */
export class UnauthorizedError extends ServiceError {
  override readonly name = 'UnauthorizedError';
  override readonly kind = 'unauthorized';
  /** True for the error `token_not_valid`, which a JWT gets that is expired or none (service interface, Authentication 4). */
  readonly tokenNotValid: boolean;

  constructor(facts: ServiceErrorFacts & { tokenNotValid: boolean }) {
    super('the service refused the credential', facts);
    this.tokenNotValid = facts.tokenNotValid;
  }
}
