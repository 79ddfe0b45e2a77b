import { ServiceError, type ServiceErrorFacts, type ServiceErrorKind } from './service-error.ts';

/** An upload was sent, no clear answer came, and reading the lists did not tell either. It was not sent again. */
export class UnclearOutcomeError extends ServiceError {
  override readonly name = 'UnclearOutcomeError';
  override readonly kind = 'unclear';
  /** Kind of the error that left the outcome open. */
  readonly causeKind: ServiceErrorKind;
  /** True when the list could be read afterwards and did not show the Ability (yet). */
  readonly listWasRead: boolean;

  constructor(facts: ServiceErrorFacts & { causeKind: ServiceErrorKind; listWasRead: boolean }) {
    super(
      facts.listWasRead
        ? `no clear answer came (${facts.causeKind}), and the list does not show the Ability`
        : `no clear answer came (${facts.causeKind}), and the list cannot be read`,
      facts,
    );
    this.causeKind = facts.causeKind;
    this.listWasRead = facts.listWasRead;
  }
}
