import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** The service knows no such resource: a 404, or an Ability that is in none of the lists (status null). */
export class NotFoundError extends ServiceError {
  override readonly name = 'NotFoundError';
  override readonly kind = 'not-found';

  constructor(facts: ServiceErrorFacts) {
    super('not found on the service', facts);
  }
}
