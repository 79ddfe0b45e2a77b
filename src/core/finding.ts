/** The checked parts, as named to the person. */
export type Subject =
  | 'Slack token'
  | 'Scopes'
  | 'App token'
  | 'Mode'
  | 'Last event'
  | 'Socket'
  | 'Clock'
  | 'Service'
  | 'Service key'
  | 'Store'
  | 'Migrations'
  | 'Queue'
  | 'Version'
  | 'Port'
  | 'Folders';

/** The result of a check. A bad one always says how to fix it: which setting, page or command. */
export type Verdict =
  | { state: 'good'; found: string; fix: null }
  | { state: 'bad'; found: string; fix: string }
  /** The check was inconclusive; `fix` is null if there is nothing to do. */
  | { state: 'unknown'; found: string; fix: string | null };

/** One line of `doctor`. Whole sentences of plain text, some from outside; never contains a secret. */
export type Finding = { subject: Subject } & Verdict;

export interface Doctor {
  /** One finding for each check, always in the same order. Never throws, and takes about three seconds at most. */
  examine(): Promise<Finding[]>;
}

export const good = (found: string): Verdict => ({ state: 'good', found, fix: null });
export const bad = (found: string, fix: string): Verdict => ({ state: 'bad', found, fix });
export const unknown = (found: string, fix: string | null = null): Verdict => ({ state: 'unknown', found, fix });

/** Summarizes all findings in one sentence, bad ones first. */
export function sumUp(findings: readonly Finding[]): string {
  const all = findings.length;
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [bads, unknowns] = [count('bad'), count('unknown')];
  const open = `${unknowns} ${isOrAre(unknowns)} unknown`;
  if (bads > 0) return `${bads} of ${all} checks ${isOrAre(bads)} bad${unknowns > 0 ? `, and ${open}` : ''}.`;
  if (unknowns > 0) return `${all - unknowns} of ${all} checks are good, and ${open}.`;
  return `All ${all} checks are good.`;
}

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');
