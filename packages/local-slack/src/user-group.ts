/** A user group of the workspace, such as @on-call. */
export interface UserGroup {
  /** S…. */
  readonly id: string;
  /** Without the at sign. */
  readonly handle: string;
  readonly name: string;
  readonly userIds: readonly string[];
  /** Switched off by an admin: Slack tells of it only when it is asked for those too. */
  readonly isDisabled?: boolean;
}
