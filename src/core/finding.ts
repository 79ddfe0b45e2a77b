/** The subjects of the checks, as shown to people. */
export type Subject =
  | 'Slack token'
  | 'Scopes'
  | 'Announcements'
  | 'Proxy'
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
  | 'Directories';

/** The result of a check. A bad one always says how to fix it, naming a setting, page or command. */
export type Verdict =
  | { state: 'good'; found: string; fix: null }
  | { state: 'bad'; found: string; fix: string }
  /** The check was inconclusive; `fix` is null if there is nothing to do. */
  | { state: 'unknown'; found: string; fix: string | null };

/** One line of `doctor`, in plain text without secrets. May contain text from outside the bot. */
export type Finding = { subject: Subject } & Verdict;

export interface Doctor {
  /** One finding for each check, always in the same order. Never throws, and takes about three seconds at most. */
  examine(): Promise<Finding[]>;
}

export const good = (found: string): Verdict => ({ state: 'good', found, fix: null });
export const bad = (found: string, fix: string): Verdict => ({ state: 'bad', found, fix });
export const unknown = (found: string, fix: string | null = null): Verdict => ({ state: 'unknown', found, fix });

/** Problems first, then inconclusive checks, then the ones that passed. */
export const byUrgency = (findings: readonly Finding[]): Finding[] =>
  URGENCY.flatMap((state) => findings.filter((finding) => finding.state === state));

const URGENCY: readonly Finding['state'][] = ['bad', 'unknown', 'good'];

export const countFindings = (findings: readonly Finding[], state: Finding['state']): number =>
  findings.filter((finding) => finding.state === state).length;

/** Summarizes all findings in one line. */
export function sumUp(findings: readonly Finding[]): string {
  const [bads, unknowns] = [countFindings(findings, 'bad'), countFindings(findings, 'unknown')];
  if (bads > 0) return `${bads} ${bads === 1 ? 'problem' : 'problems'} found.`;
  if (unknowns === 0) return `All ${findings.length} checks passed.`;
  return `No problems found. ${unknowns} ${unknowns === 1 ? 'check was' : 'checks were'} inconclusive.`;
}
