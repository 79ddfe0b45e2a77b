/** More than any list of the service needs, little enough for a small container. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The body went on beyond the cap. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body as UTF-8 text, counting bytes after decompression, so that a hostile answer cannot exhaust memory.
 * The signal is watched here as well: ofetch's own timeout ends with the headers, a slow drip begins there.
 *
 * @throws BodyTooLargeError above 10 MiB; the signal's reason when it aborts; fetch's TypeError when the stream breaks.
 */
export async function readCappedBody(body: ReadableStream<Uint8Array> | null, signal: AbortSignal): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > MAX_BODY_BYTES) {
        cancel();
        throw new BodyTooLargeError(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
      }
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
