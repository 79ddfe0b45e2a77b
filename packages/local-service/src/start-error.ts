/** The service cannot start. The message gives the reason and the fix. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
