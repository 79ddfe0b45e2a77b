/**
 * For display only: allows cached lists without their unreadable rows. Do not use for reads that decide a change or an
 * approval.
 */
export const LOOKING = { mayBeKept: true, mayBePartial: true } as const;

/** For reads before a change that conclude nothing from an absent row. */
export const FINDING = { mayBePartial: true } as const;
