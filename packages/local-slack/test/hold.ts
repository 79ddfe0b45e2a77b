/** A promise that a test resolves with `letGo`. */
export function hold(): { until: Promise<void>; letGo: () => void } {
  const gate = new EventTarget();
  const until = new Promise<void>((resolve) => gate.addEventListener('open', () => resolve(), { once: true }));
  return { until, letGo: () => void gate.dispatchEvent(new Event('open')) };
}
