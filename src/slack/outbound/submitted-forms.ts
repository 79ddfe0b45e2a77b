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
 * Returns a function that is true once the form was submitted after this call. A redraw that began before the submission
 * would overwrite its answer: a view's hash doesn't protect errors shown in the view, because they don't change the hash. A
 * redraw by another process isn't seen here, and may still do so.
 */
export function watchSubmissions(tenantId: string, viewId: string): () => boolean {
  const key = `${tenantId} ${viewId}`;
  const before = countOf(key);
  return () => countOf(key) !== before;
}
