import { readBodyChunks } from './read-body-chunks.ts';

/** More than any list of the service needs, little enough for a small container. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The body went on beyond the cap. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body as UTF-8 text, counting bytes after decompression, so that a hostile answer cannot exhaust memory.
 *
 * @throws BodyTooLargeError above 10 MiB; what `readBodyChunks` throws.
 */
export async function readCappedBody(
  body: ReadableStream<Uint8Array> | null | undefined,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of readBodyChunks(body, signal)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLargeError(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
