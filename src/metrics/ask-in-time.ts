/**
 * A question with a deadline, asked once for all who want to know at the same time: what does not answer is not asked
 * again and again. The answer is null when there is none in time, or it failed.
 * @example const count = askInTime(() => store.uploads.countOpen(), 2000); await count();
 */
export function askInTime<T>(ask: () => Promise<T>, deadlineMs: number): () => Promise<T | null> {
  let asking: Promise<T | null> | null = null;
  return async () => {
    asking ??= answerOf(ask).finally(() => {
      asking = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), deadlineMs);
    });
    try {
      return await Promise.race([asking, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function answerOf<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
