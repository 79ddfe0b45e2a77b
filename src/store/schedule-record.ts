/** A command line to run later, for the person who asked for it. */
export interface Schedule {
  /** Sixteen hexadecimal digits. */
  id: string;
  userId: string;
  /** As somebody could have typed it. */
  line: string;
  /** The channel where it was requested and its result is posted; null for none. */
  channelId: string | null;
  /** The plan that it belongs to, and with which it is canceled; null for none. */
  partOf: string | null;
}

/** What is planned in one account. */
export interface TenantSchedules {
  /** Replaces what is planned under the same ID. `dueAt`: in milliseconds since 1970. */
  plan(schedule: Schedule, dueAt: number): Promise<void>;
  /** Cancels what belongs to it, too. @param except one that stays, because it is running. */
  cancel(id: string, except?: string | null): Promise<void>;
  /** Soonest first. */
  list(): Promise<(Schedule & { plannedFor: number })[]>;
}
