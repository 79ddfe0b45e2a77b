/** A command line to run later, for the person who asked for it. */
export interface Schedule {
  /** Sixteen hexadecimal digits. */
  id: string;
  userId: string;
  /** As somebody could have typed it. */
  line: string;
}

/** What is planned in one account. */
export interface TenantSchedules {
  /** Replaces what is planned under the same ID. `dueAt`: in milliseconds since 1970. */
  plan(schedule: Schedule, dueAt: number): Promise<void>;
  cancel(id: string): Promise<void>;
  /** Soonest first. */
  list(): Promise<(Schedule & { plannedFor: number })[]>;
}
