/** Resolves after the event loop has run pending work. Call this between the parts of long work. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
