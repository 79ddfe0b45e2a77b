/**
 * For reads that only show something: a list of some moments ago will do. What decides a change, or whether it needs a
 * second admin, is read without it.
 */
export const LOOKING = { mayBeKept: true } as const;
