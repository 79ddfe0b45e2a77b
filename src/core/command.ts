import type { ApprovalsCommand } from './features/approvals/approvals.ts';
import type { AssignCommand } from './features/assign/assign.ts';
import type { CheckCommand } from './features/check.ts';
import type { ConnectCommand } from './features/connect.ts';
import type { DeleteCommand } from './features/delete.ts';
import type { DoctorCommand } from './features/doctor.ts';
import type { ExportCommand } from './features/export.ts';
import type { HelpCommand } from './features/help.ts';
import type { HistoryCommand } from './features/history.ts';
import type { ListCommand } from './features/list.ts';
import type { RepairCommand } from './features/repair.ts';
import type { SayCommand } from './features/say.ts';
import type { SettingsCommand } from './features/settings.ts';
import type { ShowCommand } from './features/show.ts';
import type { StarterCommand } from './features/starter.ts';
import type { StatusCommand } from './features/status.ts';
import type { ToggleCommand } from './features/toggle/toggle.ts';
import type { ToggleAllCommand } from './features/toggle-all.ts';
import type { TriggersCommand } from './features/triggers.ts';
import type { UndoCommand } from './features/undo.ts';
import type { UploadCommand } from './features/upload.ts';
import type { VersionsCommand } from './features/versions/versions.ts';
import type { WhoamiCommand } from './features/whoami.ts';

/**
 * A request, the same whether typed, clicked or submitted. `confirmed` comes only from a button or form that showed
 * what will happen, and `triggerWords` only from a form; never from typed text.
 *
 * `verb` names the command. Several commands may belong to one verb of the verb table: see `verbOf`.
 */
export type Command =
  | ListCommand
  | ShowCommand
  | TriggersCommand
  | AssignCommand
  | ToggleCommand
  | ToggleAllCommand
  | DeleteCommand
  | UploadCommand
  | VersionsCommand
  | ExportCommand
  | StarterCommand
  | StatusCommand
  | SayCommand
  | CheckCommand
  | UndoCommand
  | RepairCommand
  | WhoamiCommand
  | HistoryCommand
  | DoctorCommand
  | SettingsCommand
  | ConnectCommand
  | ApprovalsCommand
  | HelpCommand;
