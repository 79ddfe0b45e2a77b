/** What is looked at, in the words of the one who reads it. */
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

/** How something was found. What is bad always says what mends it: which setting, which page, which command. */
export type Verdict =
  | { state: 'good'; found: string; fix: null }
  | { state: 'bad'; found: string; fix: string }
  /** Nobody could tell; the fix is null where nothing is to be done about that. */
  | { state: 'unknown'; found: string; fix: string | null };

/** One line of what `doctor` says. Plain text of whole sentences, some of it from outside; no secret is in it. */
export type Finding = { subject: Subject } & Verdict;

/** Looks at everything that the bot needs. */
export interface Doctor {
  /** One finding for each thing, in the same order each time. Never fails, and takes some three seconds at most. */
  examine(): Promise<Finding[]>;
}

export const good = (found: string): Verdict => ({ state: 'good', found, fix: null });
export const bad = (found: string, fix: string): Verdict => ({ state: 'bad', found, fix });
export const unknown = (found: string, fix: string | null = null): Verdict => ({ state: 'unknown', found, fix });

/** All findings in one sentence, which begins with what is bad. */
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
