import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** The service reports success, but its answer is no JSON, is too large, or lacks what is needed. */
export class UnreadableAnswerError extends ServiceError {
  override readonly name = 'UnreadableAnswerError';
  override readonly kind = 'unreadable-answer';
  /** Path of the field that could not be read, such as `3.trigger_words`; null when it is the answer as a whole. */
  readonly field: string | null;

  constructor(facts: ServiceErrorFacts & { field: string | null }) {
    super(
      facts.field === null ? 'the answer cannot be read' : `the field ${facts.field} of the answer cannot be read`,
      facts,
    );
    this.field = facts.field;
  }
}
