import { LRUCache } from 'lru-cache';

const MAX_FORMS = 500;

/** How often each form was submitted to this process, by workspace and view. */
const submissions = new LRUCache<string, number>({ max: MAX_FORMS });

const countOf = (key: string): number => submissions.get(key) ?? 0;

export function noteSubmission(tenantId: string, viewId: string): void {
  const key = `${tenantId} ${viewId}`;
  submissions.set(key, countOf(key) + 1);
}

/**
 * Whether the form has been submitted since this call. A redraw that began before would replace the answer: the hash of
 * a view doesn't protect the errors shown in it, because they don't change it.
 */
export function watchSubmissions(tenantId: string, viewId: string): () => boolean {
  const key = `${tenantId} ${viewId}`;
  const before = countOf(key);
  return () => countOf(key) !== before;
}
