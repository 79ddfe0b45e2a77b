/** The setting with the keys cannot be used. The message is a sentence for people, without anything of the keys. */
export class KeyRingError extends Error {
  override readonly name = 'KeyRingError';
}
