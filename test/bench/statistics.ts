/** @param share such as 0.99. @throws if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('There is no percentile of nothing.');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Two sides measured alternately: the ratio of their medians, and the spread of the ratios per round. */
export interface Ratio {
  of: number;
  least: number;
  most: number;
}

/** @param ours and @param theirs one value per round. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  const rounds = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  return { of: median(ours) / median(theirs), least: Math.min(...rounds), most: Math.max(...rounds) };
}

export const showRatio = ({ least, most, of }: Ratio): string =>
  `${of.toFixed(2)} (${least.toFixed(2)}-${most.toFixed(2)})`;
