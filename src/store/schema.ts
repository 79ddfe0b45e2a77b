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
    /** Null until undone. */
    undone_by: string | null;
    /** Until then nobody else can undo it. */
    undo_claimed_until: number | null;
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
    /** JSON of an ApprovalSubject. */
    document: string;
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
  seen_keys: {
    /** SHA-256 of the key. */
    key: string;
    expires_at: number;
  };
  drops: {
    team_id: string;
    event_id: string;
    channel_id: string;
    user_id: string;
    file_id: string;
    /** When any process may take it. */
    due_at: number;
    /** Number of attempts; 0 while the receiving process collects the files of a share. */
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
