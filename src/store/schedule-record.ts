/** A planned command, with the person who planned it. */
export interface Schedule {
  /** Sixteen hexadecimal digits. */
  id: string;
  userId: string;
  /** A command line that a person could have typed. */
  line: string;
  /** The channel where it was planned and its result is posted; null for none. */
  channelId: string | null;
  /** The plan that it belongs to, and is canceled with; null for none. */
  partOf: string | null;
}

/** The planned commands of one account. */
export interface TenantSchedules {
  /** Replaces a command with the same ID. `dueAt` is in milliseconds since 1970. */
  plan(schedule: Schedule, dueAt: number): Promise<void>;
  /** Also cancels commands that belong to it. @param except a command that isn't canceled, because it is running. */
  cancel(id: string, except?: string | null): Promise<void>;
  /** Soonest first. */
  list(): Promise<(Schedule & { plannedFor: number })[]>;
}
