/**
 * The bytes of a body as they come in, after decompression. Whoever stops early ends the transfer. The signal is watched
 * here as well: a slow drip begins after the headers.
 *
 * @throws the signal's reason when it aborts; fetch's TypeError when the stream breaks.
 */
export async function* readBodyChunks(
  body: ReadableStream<Uint8Array> | null | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
