import type { ColumnType, Generated } from 'kysely';

export type StoreKind = 'libsql' | 'postgresql';

/** The tables as created by `migrations/`. Times are whole milliseconds since 1970. */
export interface Schema {
  uploads: {
    id: string;
    /** Identifies a form submission, so that a redelivery maps to the same upload. */
    submission_key: string;
    team_id: string;
    user_id: string;
    state: string;
    /** Incremented with every write of state or document. */
    version: number;
    accepted_at: number;
    changed_at: number;
    due_at: number;
    /** Null without a lease. */
    lease_owner: string | null;
    /** 0 without a lease. */
    lease_until: number;
    /** The version known to the lease holder. If it differs, a user's click wrote a newer one. */
    held_version: number;
    /** Null until the result was posted. */
    told_at: number | null;
    /** Counts the claims of all workspaces; 0 before the first claim. */
    turn: Generated<number>;
    place_channel: string | null;
    place_ts: string | null;
    /** JSON of an UploadDocument without its place. */
    document: string;
  };
  changes: {
    /** Orders changes of the same millisecond. */
    position: Generated<number>;
    id: string;
    team_id: string;
    user_id: string;
    at: number;
    /** The version of the changed account; null in older rows. */
    account: number | null;
    /** Null until undone. */
    undone_by: string | null;
    /** Until then nobody else can undo it. */
    undo_claimed_until: number | null;
    /** JSON of a SharedMessage; null if the change was made elsewhere. */
    shared: string | null;
    /** JSON of a Change. */
    document: string;
  };
  assignments: {
    team_id: string;
    agent_id: number;
    saved_at: number;
    /** JSON array of numbers. */
    ability_ids: string;
  };
  /** Append-only: a trigger rejects updates. */
  attempts: {
    /** Orders rows of the same millisecond. */
    position: Generated<number>;
    team_id: string;
    /** The same for both rows of an attempt. */
    id: string;
    phase: 'begun' | 'ended';
    ref: string;
    user_id: string;
    at: number;
    /** Null on the start row. */
    outcome: string | null;
    /** Names of the targets, as written by `foldNames`. */
    names: string;
    /** JSON of the other fields; see `audit-log.ts`. */
    document: string;
    /** On the end row: the attempt that this one includes, and which is therefore not listed. */
    folds?: string | null;
    /** On the start row: the process that must end and answer it. Null if any process can resume it. */
    owner: string | null;
  };
  processes: {
    id: string;
    /** After this time the process counts as killed, by the database's clock on PostgreSQL. */
    until: number;
    /** Time of the last renewal, by the process's own clock. */
    since: number;
    /** JSON array: the refs of the requests that it had not answered then. */
    unanswered: string;
  };
  /** One row; see `StoreCheck`. */
  write_checks: { id: number; at: number };
  /** Requests of killed processes. */
  interruptions: {
    team_id: string;
    /** The attempt's ID in the audit log. */
    id: string;
    /** When any process may answer it; null once it is answered. */
    due_at: number | null;
    tries: number;
    planned_at: number;
  };
  /** Result of the last check of a change that was not confirmed at its end. */
  findings: {
    team_id: string;
    /** The attempt's ID. */
    id: string;
    at: number;
    outcome: string;
    /** JSON of an AuditFound. */
    document: string;
  };
  /** Counts repeats of a refusal stored in `attempts`. A database trigger allows only `times` and `last_at` to increase. */
  refusal_counts: {
    team_id: string;
    user_id: string;
    /** Start of the counting period. */
    since: number;
    /** Number of the row within a user's period, which limits the rows. */
    slot: number;
    /** SHA-256 of the refused command and the reason; empty on the overflow row. */
    kind: string;
    attempt_id: string;
    times: number;
    last_at: number;
  };
  workspace_settings: {
    team_id: string;
    saved_at: number;
    saved_by: string;
    /** JSON of StoredSettings. */
    document: string;
  };
  approvals: {
    id: string;
    team_id: string;
    asked_by: string;
    asked_at: number;
    expires_at: number;
    state: string;
    /** Null while waiting. */
    decided_by: string | null;
    place_channel: string | null;
    place_ts: string | null;
    /** The ID of the approver's attempt; null while waiting, and in older rows. */
    carried_in: string | null;
    /** The ID of the requester's attempt; null in older rows. */
    request_id: string | null;
    /** When its approvers are reminded; null once they were, and in older rows. */
    remind_at: number | null;
    /** The version of the account that it is about; null in older rows. */
    account: number | null;
    /** JSON of an ApprovalSubject. */
    document: string;
  };
  /** The messages with a request. */
  approval_messages: {
    team_id: string;
    approval_id: string;
    channel: string;
    ts: string;
    /** The thread that it is in; null outside of threads. */
    thread_ts: string | null;
  };
  account_snapshots: {
    team_id: string;
    taken_at: number;
    /** Opaque; defined by `watch/`. */
    document: string;
  };
  slack_installations: {
    tenant_id: string;
    saved_at: number;
    /** When the installation was last checked, or a token received. */
    checked_at: number;
    /** An InstallationRecord as JSON, encrypted. */
    sealed: string;
  };
  connected_accounts: {
    tenant_id: string;
    /** Incremented with each save. The row stays after a disconnect, so that the version never decreases. */
    version: number;
    connected_by: string | null;
    connected_at: number | null;
    /** The key as JSON, encrypted; null if disconnected. */
    sealed: string | null;
  };
  watches: {
    team_id: string;
    /** When any process may check the account. */
    due_at: number;
  };
  later_looks: {
    team_id: string;
    /** The attempt's ID in the audit log. */
    id: string;
    /** When any process may check the account. */
    due_at: number;
    /** Checks that did not confirm it. */
    looks: number;
    /** JSON of a Recheck's other fields. */
    document: string;
  };
  /** Command lines to run later. */
  schedules: {
    team_id: string;
    id: string;
    /** The version of the connected account; 0 for the one in the settings. */
    account: number;
    user_id: string;
    line: string;
    /** When any process may run it. */
    due_at: number;
    /** When it was to run. */
    planned_for: number;
    /** How often it was claimed. */
    tries: number;
    /** Where it was asked for; null for no channel, and in older rows. */
    channel: string | null;
    /** The plan with which it is canceled; null for none. */
    part_of: string | null;
    /** JSON of the message that shows its progress; null before there is one. */
    progress: string | null;
  };
  /** Abilities that are disabled for a while. */
  quiets: {
    team_id: string;
    id: string;
    /** The version of the connected account; 0 for the one in the settings. */
    account: number;
    started_at: number;
    /** JSON of a Quiet's other fields. */
    document: string;
  };
  kept_packages: {
    team_id: string;
    /** Digest of the paths and contents. */
    digest: string;
    sha256: string;
    bytes: number;
    /** Time when it was last stored for an upload. */
    kept_at: number;
  };
  versions: {
    team_id: string;
    /** The version of the connected account; 0 for the one in the settings. */
    account: number;
    /** The Ability's. */
    name: string;
    digest: string;
    at: number;
    /** JSON of a VersionDocument. */
    document: string;
  };
  seen_keys: {
    /** SHA-256 of the key. */
    key: string;
    expires_at: number;
  };
  home_viewers: {
    team_id: string;
    user_id: string;
    opened_at: number;
    /** JSON of the tab's message about the last click; null for none. Defined by `slack/features/home`. */
    notice: string | null;
  };
  leases: {
    team_id: string;
    /** Such as `installed:90001`. */
    thing: string;
    /** Stays after the end of the lease. */
    owner: string;
    /** On PostgreSQL by the database's clock. Negative if it was released at that time. */
    until: number;
    /** Null for the first one. */
    previous_owner: string | null;
  };
  drops: {
    /** Orders files in the order in which they were stored. */
    position: Generated<number>;
    team_id: string;
    event_id: string;
    channel_id: string;
    user_id: string;
    file_id: string;
    /** When any process may take it. */
    due_at: number;
    /** Number of attempts; 0 while the files of a share are gathered. */
    tries: number;
    /** Null until answered. */
    answered_at: number | null;
  };
  package_chunks: {
    upload_id: string;
    role: string;
    /** Incremented each time the file is stored; the highest one with an end row is current. */
    generation: number;
    position: number;
    /** 1 on the empty row after the last chunk, which is written last. */
    is_end: 0 | 1;
    data: ColumnType<unknown, Uint8Array, never>;
  };
}
