/** A user group of the workspace: @on-call. */
export interface UserGroup {
  /** S…. */
  readonly id: string;
  /** Without the at sign. */
  readonly handle: string;
  readonly name: string;
  readonly userIds: readonly string[];
  /** Disabled by an admin: Slack returns it only on request. */
  readonly isDisabled?: boolean;
}
