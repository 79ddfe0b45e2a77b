/** What goes first: what somebody waits for; what the others are told; how far something is. */
export const PRIORITIES = ['answer', 'announcement', 'progress'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * In milliseconds: what would have to wait longer is not sent. An answer that comes later is taken for none, and there is
 * another way to tell it; the next step of a progress says more than the one before.
 */
export const LONGEST_WAIT_MS: Readonly<Record<Priority, number>> = {
  answer: 30_000,
  announcement: 60_000,
  progress: 30_000,
};

/** Smaller goes first. */
export const rankOf = (priority: Priority): number => PRIORITIES.indexOf(priority);
