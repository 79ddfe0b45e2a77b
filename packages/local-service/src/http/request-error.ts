interface RequestErrorOptions {
  /** Fields next to `detail` in the body. Never a second message: clients show only `detail`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request to be answered with an error. `message` becomes `detail`, always one string: clients crash on a list or an
 * object there (service notes, "Error bodies").
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, { extra = {}, headers = {} }: RequestErrorOptions = {}) {
    super(detail);
    this.status = status;
    this.extra = extra;
    this.headers = headers;
  }
}
