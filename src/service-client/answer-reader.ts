/** A success whose body is still on its way. */
export interface OpenAnswer {
  status: number;
  headers: Headers;
  /** To be read once. Throws a typed error when the transfer breaks, takes too long or is stopped. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Reads a success that is too large to be held as text. What it does not read is not transferred. */
export type AnswerReader<T> = (answer: OpenAnswer) => Promise<T>;
