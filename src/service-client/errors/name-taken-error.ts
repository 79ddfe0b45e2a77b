import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/**
 * An Ability of that name is on the account already; names are unique (service interface, "Upload Ability"). Status null:
 * the list shows somebody else's of that name, after an upload whose own answer was unclear.
 */
export class NameTakenError extends ServiceError {
  override readonly name = 'NameTakenError';
  override readonly kind = 'name-taken';

  constructor(facts: ServiceErrorFacts) {
    super('the name is taken on the account', facts);
  }
}
