import type { ColumnType, Generated } from 'kysely';

export type StoreKind = 'libsql' | 'postgresql';

/** The tables, as `migrations/` creates them. Times are whole milliseconds since 1970. */
export interface Schema {
  uploads: {
    id: string;
    /** What Slack sent names itself by this, so that a second delivery is the same upload. */
    submission_key: string;
    team_id: string;
    user_id: string;
    state: string;
    /** Goes up with every write of state or document. */
    version: number;
    accepted_at: number;
    changed_at: number;
    due_at: number;
    /** Null when nobody works on it. */
    lease_owner: string | null;
    /** 0 when nobody works on it. */
    lease_until: number;
    /** The version that the holder of the lease knows: another one was written by a person's click. */
    held_version: number;
    /** Null until its end was told. */
    told_at: number | null;
    place_channel: string | null;
    place_ts: string | null;
    /** JSON of an UploadDocument without its place. */
    document: string;
  };
  changes: {
    /** Counts up: of two changes of one millisecond the later one has the higher. */
    position: Generated<number>;
    id: string;
    team_id: string;
    user_id: string;
    at: number;
    /** Null as long as nobody has taken it back. */
    undone_by: string | null;
    /** Until when nobody else may take it back. */
    undo_claimed_until: number | null;
    /** JSON of a Change. */
    document: string;
  };
  assignments: {
    team_id: string;
    agent_id: number;
    saved_at: number;
    /** JSON of a list of numbers. */
    ability_ids: string;
  };
  /** Rows are added and removed, never changed: a trigger refuses it. */
  attempts: {
    /** Counts up, as in `changes`. */
    position: Generated<number>;
    team_id: string;
    /** The same for both rows of an attempt. */
    id: string;
    phase: 'begun' | 'ended';
    ref: string;
    user_id: string;
    at: number;
    /** Null on the row of the beginning. */
    outcome: string | null;
    /** What the targets are called, as `fold-names.ts` writes it. */
    names: string;
    /** JSON of the rest: see `attempt-row.ts`. */
    document: string;
  };
  /** Counts what `attempts` holds once: a trigger lets only `times` and `last_at` grow. */
  refusal_counts: {
    team_id: string;
    user_id: string;
    /** Start of the counting period. */
    since: number;
    /** Number of the row within a person's period, which bounds the rows. */
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
    /** Null while it waits. */
    decided_by: string | null;
    place_channel: string | null;
    place_ts: string | null;
    /** JSON of an ApprovalSubject. */
    document: string;
  };
  account_snapshots: {
    team_id: string;
    taken_at: number;
    /** Whatever the one who looks wants to remember. */
    document: string;
  };
  slack_installations: {
    tenant_id: string;
    saved_at: number;
    /** When the installation was last checked, or a token received. */
    checked_at: number;
    /** An InstallationRecord as JSON, sealed. */
    sealed: string;
  };
  connected_accounts: {
    tenant_id: string;
    /** Goes up with each save. The row stays when the account is forgotten, so that it never goes back. */
    version: number;
    connected_by: string | null;
    connected_at: number | null;
    /** The key as JSON, sealed; null when none is connected. */
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
    /** AuditLogStore; 0 while the receiving process collects the files of a share. */
    tries: number;
    /** Null until it was answered. */
    answered_at: number | null;
  };
  package_chunks: {
    upload_id: string;
    role: string;
    /** Counts the times that this file was put; the highest one with an end is the file. */
    generation: number;
    position: number;
    /** 1 on the row behind the last chunk, which is written last and holds nothing. */
    is_end: 0 | 1;
    data: ColumnType<unknown, Uint8Array, never>;
  };
}
