/** A sealed text does not open. The message is a sentence for people, without anything of the text or of a key. */
export class SealError extends Error {
  override readonly name = 'SealError';
  /** The ID of the key that it was sealed with; null when not even that can be read. */
  readonly keyId: string | null;

  constructor(message: string, keyId: string | null) {
    super(message);
    this.keyId = keyId;
  }
}
