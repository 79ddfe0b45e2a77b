/** The action is not possible in a Slack client. Nothing was sent to the bot. */
export class ClientRefusalError extends Error {
  override readonly name = 'ClientRefusalError';
  /** For a form: messages by block ID. */
  readonly problems: Readonly<Record<string, string>>;

  constructor(message: string, problems: Readonly<Record<string, string>> = {}) {
    super(message);
    this.problems = problems;
  }
}
