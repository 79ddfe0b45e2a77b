/** Resolves once the event loop has run what waits for it. For long work, between its parts. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
