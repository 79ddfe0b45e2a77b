/** A workspace has one key at a time, and at most 500 of them are in use at once (see `Workspaces`). */
const MAX_ENTRIES = 2000;

/** Shorter ones cannot be told from other words. */
export const SHORTEST_SECRET = 8;

/** What this process has learnt while it runs and must never print, the latest last. */
const learnt = new Set<string>();
/** Not known to be secrets yet, and how often each is being tried: a word that is none may be masked no longer. */
const tried = new Map<string, number>();
/** All of them as they may stand in a line, the longest first: one may be the beginning of another. */
let hidden: readonly string[] = [];

/** In a line, which is JSON, may stand JSON that holds JSON. */
const MAX_NESTED = 3;

/** A secret as it may stand in a line: plain, and as JSON texts within each other write it. */
export function spellingsOf(secret: string): string[] {
  const spellings = [secret];
  for (let level = 0; level < MAX_NESTED; level += 1) spellings.push(JSON.stringify(spellings.at(-1)).slice(1, -1));
  return [...new Set(spellings)];
}

export const longestFirst = (texts: readonly string[]): string[] => texts.toSorted((a, b) => b.length - a.length);

/** From now on no logger of this process prints it. */
export function learnSecret(secret: string): void {
  if (learnt.delete(secret)) return void learnt.add(secret);
  learnt.add(secret);
  const [oldest] = learnt;
  if (learnt.size > MAX_ENTRIES && oldest !== undefined) learnt.delete(oldest);
  hideAll();
}

/** As long as the work goes on no logger of this process prints it. */
export async function withSecret<T>(secret: string, work: () => Promise<T>): Promise<T> {
  tried.set(secret, (tried.get(secret) ?? 0) + 1);
  hideAll();
  try {
    return await work();
  } finally {
    const others = (tried.get(secret) ?? 1) - 1;
    if (others > 0) tried.set(secret, others);
    else tried.delete(secret);
    hideAll();
  }
}

function hideAll(): void {
  const all = [...new Set([...learnt, ...tried.keys()])].filter((secret) => secret.length >= SHORTEST_SECRET);
  hidden = longestFirst(all.flatMap(spellingsOf));
}

export const hideLearnt = (line: string, instead: string): string =>
  hidden.reduce((text, secret) => text.replaceAll(secret, instead), line);
