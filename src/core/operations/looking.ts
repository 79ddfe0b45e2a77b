/**
 * For reads that only show something: a list of some moments ago will do, without the rows that cannot be read. What
 * decides a change, or whether it needs a second admin, is read without it.
 */
export const LOOKING = { mayBeKept: true, mayBePartial: true } as const;

/** For reads right before a change that find what they need in the list, and conclude nothing from what they do not find. */
export const FINDING = { mayBePartial: true } as const;
