/** What a person asked for cannot be done in a Slack client: nothing was sent to the bot. */
export class ClientRefusalError extends Error {
  override readonly name = 'ClientRefusalError';
  /** For a form: what is wrong, by block ID. */
  readonly problems: Readonly<Record<string, string>>;

  constructor(message: string, problems: Readonly<Record<string, string>> = {}) {
    super(message);
    this.problems = problems;
  }
}
