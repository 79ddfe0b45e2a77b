import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** An Ability of that name is on the account already; names are unique (service interface, "Upload Ability"). */
export class NameTakenError extends ServiceError {
  override readonly name = 'NameTakenError';
  override readonly kind = 'name-taken';

  constructor(facts: ServiceErrorFacts) {
    super('the name is taken on the account', facts);
  }
}
