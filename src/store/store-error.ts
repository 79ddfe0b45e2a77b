/** The store cannot be opened, or cannot keep what it was given. The message says why, and what to do, for people. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
