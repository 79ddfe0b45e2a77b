/**
 * The result of `work`, or of `late` if `work` has not settled after `ms`. The work itself is not cancelled; if it fails
 * later, the error is ignored.
 * @throws what `work` or `late` throws.
 */
export async function withTimeout<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, timeout.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
