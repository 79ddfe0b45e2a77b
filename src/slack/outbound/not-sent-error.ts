/** Slack was not asked: it would have had to wait longer than it may. The same may be sent later. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';

  constructor(isStopping: boolean) {
    super(
      isStopping
        ? 'It was not sent to Slack: the bot stops.'
        : 'It was not sent to Slack: it would have waited too long.',
    );
  }
}
