import type { ColumnType, Generated } from 'kysely';

export type StoreKind = 'libsql' | 'postgresql';

/** The tables as created by `migrations/`. Times are whole milliseconds since 1970. */
export interface Schema {
  uploads: {
    id: string;
    /** Identifies a form submission, so that its redelivery finds the same upload. */
    submission_key: string;
    team_id: string;
    user_id: string;
    state: string;
    /** Incremented with each write of the state or the document. */
    version: number;
    accepted_at: number;
    changed_at: number;
    due_at: number;
    /** Null without a lease. */
    lease_owner: string | null;
    /** 0 without a lease. */
    lease_until: number;
    /** The version that the lease holder knows. If it differs from `version`, a person's click wrote a newer one. */
    held_version: number;
    /** Null until the result is posted. */
    told_at: number | null;
    /** The number of the last claim, counted over all workspaces; 0 before the first. */
    turn: Generated<number>;
    place_channel: string | null;
    place_ts: string | null;
    /** JSON of an UploadDocument without its place. */
    document: string;
  };
  changes: {
    /** Orders changes made in the same millisecond. */
    position: Generated<number>;
    id: string;
    team_id: string;
    user_id: string;
    at: number;
    /** The version of the changed account; null in older rows. */
    account: number | null;
    /** Null until undone. */
    undone_by: string | null;
    /** Nobody else can undo the change before this time. */
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
    /** Orders rows written in the same millisecond. */
    position: Generated<number>;
    team_id: string;
    /** Both rows of an attempt have the same ID. */
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
    /** On the end row: the attempt that this one includes, which therefore isn't listed separately. */
    folds?: string | null;
    /** On the start row: the process that must end and answer the attempt. Null if any process can resume it. */
    owner: string | null;
  };
  processes: {
    id: string;
    /** After this time, the process counts as killed. On PostgreSQL, by the database's clock. */
    until: number;
    /** Time of the last renewal, by the process's own clock. */
    since: number;
    /** JSON array: the refs of the requests that were unanswered at the last renewal. */
    unanswered: string;
  };
  /** A single row; see `StoreCheck`. */
  write_checks: { id: number; at: number };
  /** Requests of killed processes. */
  interruptions: {
    team_id: string;
    /** The attempt's ID in the audit log. */
    id: string;
    /** After this time, any process may answer the request; null once it is answered. */
    due_at: number | null;
    tries: number;
    planned_at: number;
  };
  /** The result of the last check of a change that wasn't confirmed at its end. */
  findings: {
    team_id: string;
    /** The attempt's ID. */
    id: string;
    at: number;
    outcome: string;
    /** JSON of an AuditFound. */
    document: string;
  };
  /** Counts repeats of a refusal stored in `attempts`. A trigger lets only `times` and `last_at` increase. */
  refusal_counts: {
    team_id: string;
    user_id: string;
    /** Start of the counting period. */
    since: number;
    /** The number of the row within a person's period, which limits the number of rows. */
    slot: number;
    /** SHA-256 of the refused command and the reason; empty on the row for all other refusals. */
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
    /** Null while pending. */
    decided_by: string | null;
    place_channel: string | null;
    place_ts: string | null;
    /** The ID of the approver's attempt; null while pending, and in older rows. */
    carried_in: string | null;
    /** The ID of the requester's attempt; null in older rows. */
    request_id: string | null;
    /** When the approvers are reminded; null after that, and in older rows. */
    remind_at: number | null;
    /** The version of the account that it is about; null in older rows. */
    account: number | null;
    /** JSON of an ApprovalSubject. */
    document: string;
  };
  /** The messages that show a request. */
  approval_messages: {
    team_id: string;
    approval_id: string;
    channel: string;
    ts: string;
    /** The message's thread; null outside of threads. */
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
    /** When the installation was last checked, or last got a token. */
    checked_at: number;
    /** An InstallationRecord as JSON, encrypted. */
    sealed: string;
  };
  connected_accounts: {
    tenant_id: string;
    /** Incremented with each save. The row is kept after a disconnect, so that the version never decreases. */
    version: number;
    connected_by: string | null;
    connected_at: number | null;
    /** The API key as encrypted JSON; null if disconnected. */
    sealed: string | null;
  };
  watches: {
    team_id: string;
    /** After this time, any process may check the account. */
    due_at: number;
  };
  later_looks: {
    team_id: string;
    /** The attempt's ID in the audit log. */
    id: string;
    /** After this time, any process may check the account. */
    due_at: number;
    /** The number of rechecks that didn't confirm the change. */
    looks: number;
    /** JSON of a Recheck's other fields. */
    document: string;
  };
  /** Planned commands. */
  schedules: {
    team_id: string;
    id: string;
    /** The version of the connected account; 0 for the one in the settings. */
    account: number;
    user_id: string;
    line: string;
    /** After this time, any process may run the command. */
    due_at: number;
    /** The time that the command was planned for. */
    planned_for: number;
    /** The number of claims. */
    tries: number;
    /** The channel where it was planned; null for none, and in older rows. */
    channel: string | null;
    /** The plan that it is canceled with; null for none. */
    part_of: string | null;
    /** JSON of the message that shows the progress; null if there is none yet. */
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
    /** Digest of the package's paths and contents. */
    digest: string;
    sha256: string;
    bytes: number;
    /** When the package was last stored for an upload. */
    kept_at: number;
  };
  versions: {
    team_id: string;
    /** The version of the connected account; 0 for the one in the settings. */
    account: number;
    /** The name of the Ability. */
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
    /** JSON of the tab's notice about the last click, defined by `slack/features/home`; null for none. */
    notice: string | null;
  };
  leases: {
    team_id: string;
    /** What is leased, such as `installed:90001`. */
    thing: string;
    /** Kept after the lease has ended. */
    owner: string;
    /** On PostgreSQL, by the database's clock. Negative if the lease was released at that time. */
    until: number;
    /** Null for the first owner. */
    previous_owner: string | null;
  };
  drops: {
    /** Orders files as they were stored. */
    position: Generated<number>;
    team_id: string;
    event_id: string;
    channel_id: string;
    user_id: string;
    file_id: string;
    /** After this time, any process may take the file. */
    due_at: number;
    /** The number of attempts; 0 while the files of a share are being collected. */
    tries: number;
    /** Null until answered. */
    answered_at: number | null;
  };
  package_chunks: {
    upload_id: string;
    role: string;
    /** Incremented each time the file is stored. The highest one with an end row is current. */
    generation: number;
    position: number;
    /** 1 on the empty row after the last chunk. It is written last. */
    is_end: 0 | 1;
    data: ColumnType<unknown, Uint8Array, never>;
  };
}
