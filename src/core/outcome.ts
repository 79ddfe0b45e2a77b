import type { AnyServiceError } from '../service/errors.ts';
import type { AccessRefusal } from './access.ts';
import type { ApprovalsOutcome, ApprovalsRefusal } from './features/approvals/approvals.ts';
import type { AssignOutcome } from './features/assign/assign.ts';
import type { CheckOutcome } from './features/check.ts';
import type { ConnectOutcome, ConnectRefusal } from './features/connect.ts';
import type { DeleteOutcome, DeleteRefusal } from './features/delete.ts';
import type { DoctorOutcome } from './features/doctor.ts';
import type { ExportOutcome } from './features/export.ts';
import type { HelpOutcome } from './features/help.ts';
import type { HistoryOutcome } from './features/history.ts';
import type { ListOutcome } from './features/list.ts';
import type { RepairOutcome } from './features/repair.ts';
import type { SayOutcome } from './features/say.ts';
import type { SettingsOutcome } from './features/settings.ts';
import type { ShowOutcome, ShowRefusal } from './features/show.ts';
import type { StarterOutcome } from './features/starter.ts';
import type { StatusOutcome } from './features/status.ts';
import type { ToggleOutcome } from './features/toggle/toggle.ts';
import type { ToggleAllOutcome, ToggleAllRefusal } from './features/toggle-all.ts';
import type { TriggersOutcome, TriggersRefusal } from './features/triggers.ts';
import type { UndoOutcome, UndoRefusal } from './features/undo.ts';
import type { UploadOutcome, UploadRefusal } from './features/upload.ts';
import type { VersionsOutcome, VersionsRefusal } from './features/versions/versions.ts';
import type { WhoamiOutcome } from './features/whoami.ts';
import type { FindRefusal } from './find.ts';
import type { NotInstalledRefusal } from './lookup.ts';
import type { TooManyRefusal } from './references.ts';
import type { LineRefusal } from './verb.ts';

/** Why nothing was done, if only the person can fix it. Each is shown as a sentence with a next step. */
export type Refusal =
  | LineRefusal
  | FindRefusal
  | ShowRefusal
  | TriggersRefusal
  | TooManyRefusal
  | UndoRefusal
  | NotInstalledRefusal
  | ToggleAllRefusal
  | DeleteRefusal
  | ApprovalsRefusal
  | AccessRefusal
  | ConnectRefusal
  | VersionsRefusal
  | UploadRefusal
  /** The store rejected the audit entry or the lease, and no change is made without them. */
  | { why: 'not-recorded' }
  /** Another process is changing the same thing and did not finish in time. `name`: if it is one of several. */
  | { why: 'busy'; name?: string }
  /** The person has that many in progress already. */
  | { why: 'too-many-requests'; most: number };

/** The result of a command as plain data: the Slack layer draws it, tests compare it directly. */
export type Outcome =
  | ListOutcome
  | ShowOutcome
  | TriggersOutcome
  | AssignOutcome
  | ToggleOutcome
  | ToggleAllOutcome
  | DeleteOutcome
  | UploadOutcome
  | VersionsOutcome
  | ExportOutcome
  | StarterOutcome
  | StatusOutcome
  | SayOutcome
  | CheckOutcome
  | UndoOutcome
  | RepairOutcome
  | WhoamiOutcome
  | DoctorOutcome
  | HistoryOutcome
  | SettingsOutcome
  | ApprovalsOutcome
  | ConnectOutcome
  | HelpOutcome
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'trouble'; error: AnyServiceError; effect: Effect; still?: Still; asked?: AskedFor };

/** What the account still showed after an unclear response. It may change: the service may be at work. */
export type Still = { kind: 'state'; enabled: boolean } | { kind: 'trigger-words' };

/** The failed request: whether it was to change something, and the name of what it was about, if known. */
export interface AskedFor {
  changes: boolean;
  name: string | null;
}

/** `none`: nothing was changed. `unknown`: the response was lost, and the lists don't show the change, or could not be read. */
export type Effect = 'none' | 'unknown';
