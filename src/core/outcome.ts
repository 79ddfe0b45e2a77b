import type { Agent } from '@abilities-bot/service-api';
import type { AnyServiceError } from '../service/errors.ts';
import type { Access, AccountState, GrantList, Role } from './access.ts';
import type { CatalogEntry } from './catalog.ts';
import type { ApprovalsOutcome, ApprovalsRefusal } from './features/approvals.ts';
import type { AssignOutcome } from './features/assign.ts';
import type { ConnectOutcome, ConnectRefusal } from './features/connect.ts';
import type { DeleteOutcome, DeleteRefusal } from './features/delete.ts';
import type { DoctorOutcome } from './features/doctor.ts';
import type { ExportOutcome } from './features/export.ts';
import type { HelpOutcome } from './features/help.ts';
import type { HistoryOutcome } from './features/history.ts';
import type { ListOutcome } from './features/list.ts';
import type { SettingsOutcome } from './features/settings.ts';
import type { ShowOutcome, ShowRefusal } from './features/show.ts';
import type { StarterOutcome } from './features/starter.ts';
import type { ToggleOutcome } from './features/toggle.ts';
import type { TriggersOutcome, TriggersRefusal } from './features/triggers.ts';
import type { UndoOutcome, UndoRefusal } from './features/undo.ts';
import type { UploadOutcome } from './features/upload.ts';
import type { WhoamiOutcome } from './features/whoami.ts';
import type { Numbered } from './find.ts';
import type { Wanted } from './wanted.ts';

/** Why nothing was done, when no one but the person can mend it. Every row is told in a sentence with a next step. */
export type Refusal =
  | { why: 'unknown-verb'; word: string; suggestion: string | null }
  | { why: 'missing-argument'; verb: string; usage: string }
  | { why: 'bad-argument'; verb: string; usage: string; given: string }
  /** `wanted`: what was to be done with it; to show it where nothing else is said. */
  /** `unread`: number of unreadable rows, which may include this one. */
  | {
      why: 'no-such-ability';
      asked: string;
      suggestions: string[];
      wanted?: Wanted;
      unread?: number;
      numbered?: Numbered[];
    }
  | { why: 'several-abilities'; asked: string; candidates: readonly CatalogEntry[]; wanted?: Wanted }
  /** Likewise: to assign Abilities to it where nothing else is said. */
  | {
      why: 'no-such-agent';
      asked: string;
      suggestions: string[];
      wanted?: 'unassign';
      unread?: number;
      numbered?: Numbered[];
    }
  | { why: 'several-agents'; asked: string; candidates: Agent[]; wanted?: 'unassign' }
  | ShowRefusal
  | TriggersRefusal
  /** More than one form or message of Slack can hold. */
  | { why: 'too-many'; what: 'trigger words' | 'characters of trigger words' | 'Abilities'; most: number }
  | UndoRefusal
  | { why: 'not-installed'; entry: CatalogEntry }
  | { why: 'orphan'; entry: CatalogEntry }
  | DeleteRefusal
  | ApprovalsRefusal
  /** `mayConnect`: the one who asks can mend it. */
  | { why: 'not-connected'; reason: Exclude<AccountState, 'connected'>; mayConnect: boolean; admins: GrantList }
  | ConnectRefusal
  | { why: 'stale-button' }
  /** It was drawn for another workspace. */
  | { why: 'copied-button' }
  | { why: 'other-workspace' }
  /** Slack, or the store, did not tell who may do what. */
  | { why: 'who-unknown'; reason: Extract<Access, { known: false }>['reason'] }
  | { why: 'role-missing'; verb: string; needed: Role; has: Role; admins: GrantList }
  | { why: 'channel-closed'; channels: string[] }
  /** The store did not take it, and what changes something is written down first. */
  | { why: 'not-recorded' };
/** What came of a command, as plain data: the Slack side turns it into blocks, tests compare it as it is. */
export type Outcome =
  | ListOutcome
  | ShowOutcome
  | TriggersOutcome
  | AssignOutcome
  | ToggleOutcome
  | DeleteOutcome
  | UploadOutcome
  | ExportOutcome
  | StarterOutcome
  | UndoOutcome
  | WhoamiOutcome
  | DoctorOutcome
  | HistoryOutcome
  | SettingsOutcome
  | ApprovalsOutcome
  | ConnectOutcome
  | HelpOutcome
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'trouble'; error: AnyServiceError; effect: Effect };
/** `none`: nothing was changed. `unknown`: the answer was lost and the lists could not be read to find out. */
export type Effect = 'none' | 'unknown';

// moved: re-exported until the Slack side follows
export type { AgentRow } from './agents.ts';
export type { ApprovedOutcome } from './features/approvals.ts';
export type { AssignForm, AssignmentResult } from './features/assign.ts';
export type { DeletionItem, DeletionResult } from './features/delete.ts';
export type { AccountExport } from './features/export.ts';
export type { HistoryEntry } from './features/history.ts';
export type { ToggleResult } from './features/toggle.ts';
export type { Numbered } from './find.ts';
export type { WordsDifference, WordsMeanwhile } from './trigger-words.ts';
export type { LikelyLine } from './verb.ts';
