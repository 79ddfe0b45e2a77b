import type { AnyServiceError } from '../service/errors.ts';
import type { AccessRefusal } from './access.ts';
import type { OutcomeIn } from './feature.ts';
import type { ApprovalsRefusal } from './features/approvals/approvals.ts';
import type { ConnectRefusal } from './features/connect.ts';
import type { DeleteRefusal } from './features/delete/delete.ts';
import type { FEATURES } from './features/index.ts';
import type { QuietRefusal } from './features/quiet/quiet.ts';
import type { ShowRefusal } from './features/show.ts';
import type { TimedRefusal } from './features/timed/timed.ts';
import type { ToggleAllRefusal } from './features/toggle-all.ts';
import type { TriggersRefusal } from './features/triggers.ts';
import type { UndoRefusal } from './features/undo.ts';
import type { UploadRefusal } from './features/upload/upload.ts';
import type { VersionsRefusal } from './features/versions/versions.ts';
import type { FindRefusal } from './find.ts';
import type { NotInstalledRefusal } from './lookup.ts';
import type { TooManyRefusal } from './references.ts';
import type { LineRefusal } from './verb.ts';

/** Why nothing was done, in cases that only the person can fix. Each is shown as a sentence with a next step. */
export type Refusal =
  | LineRefusal
  | FindRefusal
  | ShowRefusal
  | TriggersRefusal
  | TooManyRefusal
  | UndoRefusal
  | QuietRefusal
  | TimedRefusal
  | NotInstalledRefusal
  | ToggleAllRefusal
  | DeleteRefusal
  | ApprovalsRefusal
  | AccessRefusal
  | ConnectRefusal
  | VersionsRefusal
  | UploadRefusal
  /** The store did not accept the audit entry or the lease, without which no change is made. */
  | { why: 'not-recorded' }
  /** Another process is changing the same thing and didn't finish in time. `name`: set for one of several things. */
  | { why: 'busy'; name?: string }
  /** The person already has this many requests in progress. */
  | { why: 'too-many-requests'; max: number };

/** The result of a command as plain data. The Slack layer draws it; tests compare it directly. */
export type Outcome =
  | OutcomeIn<(typeof FEATURES)[number]>
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'trouble'; error: AnyServiceError; effect: Effect; still?: Still; asked?: AskedFor };

/**
 * What the account still showed after an unclear response. This may change, because the service may still be working.
 */
export type Still = { kind: 'state'; enabled: boolean } | { kind: 'trigger-words' };

/** The failed request: whether it would have changed something, and the name of its target, if known. */
export interface AskedFor {
  changes: boolean;
  name: string | null;
}

/** `none`: nothing changed. `unknown`: the response was lost, and the lists don't show the change, or could not be read. */
export type Effect = 'none' | 'unknown';
