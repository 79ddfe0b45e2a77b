import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** The service read the request and refused it: 400, 405, 409, 413, 415, 422 and the like. Field errors are in `detail`. */
export class InvalidRequestError extends ServiceError {
  override readonly name = 'InvalidRequestError';
  override readonly kind = 'invalid-request';

  constructor(facts: ServiceErrorFacts) {
    super('the service refused the request', facts);
  }
}
