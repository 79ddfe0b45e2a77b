/** The service cannot be started as it was asked to. The message says why, and what to change. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
