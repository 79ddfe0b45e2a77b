/** Keys are at the start of a file; scanning more is not worth the time. */
const SCANNED_BYTES = 256 * 1024;
/** At least the length of the longest pattern. */
const OVERLAP = 48;

/** Headers of private keys, and tokens with a recognizable prefix. */
const SECRETS = [
  /-----BEGIN (?:[A-Z]{2,10} )?(?:ENCRYPTED )?PRIVATE KEY/,
  /PuTTY-User-Key-File-\d/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[0-9A-Za-z]{36}/,
  /\bxox[abprs]-[0-9]{8,}-/,
  /\bsk-(?:proj-|ant-api\d\d-)?[0-9A-Za-z]{20}/,
];

export class SecretScan {
  #found = false;
  #seen = 0;
  #rest = '';

  get found(): boolean {
    return this.#found;
  }

  add(piece: Buffer): void {
    if (this.#found || this.#seen >= SCANNED_BYTES) return;
    this.#seen += piece.length;
    const text = this.#rest + piece.toString('latin1');
    this.#found = SECRETS.some((secret) => secret.test(text));
    this.#rest = text.slice(-OVERLAP);
  }
}
