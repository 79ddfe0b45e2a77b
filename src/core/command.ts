import type { Category } from '@abilities-bot/service-api';
import type { StoredSettings } from '../store/settings-record.ts';
import type { AssignCommand } from './features/assign.ts';
import type { DeleteCommand } from './features/delete.ts';
import type { HistoryCommand } from './features/history.ts';
import type { ListCommand } from './features/list.ts';
import type { ShowCommand } from './features/show.ts';
import type { ToggleCommand } from './features/toggle.ts';
import type { TriggersCommand } from './features/triggers.ts';
import type { UndoCommand } from './features/undo.ts';

/** What a person filled in for an upload. */
export interface UploadForm {
  name: string;
  category: Category;
  description: string;
  triggerWords: string[];
}

/**
 * What somebody wants done, the same whether it was typed, clicked or submitted. `confirmed` comes only from a button
 * or a form that showed what will happen, and `triggerWords` only from a form; neither from typed text.
 */
export type Command =
  | ListCommand
  | ShowCommand
  | TriggersCommand
  | AssignCommand
  | ToggleCommand
  | DeleteCommand
  | { verb: 'upload' }
  | { verb: 'export' }
  | { verb: 'new'; name: string }
  | UndoCommand
  | { verb: 'whoami' }
  | HistoryCommand
  /** Looks at everything that the bot needs. */
  | { verb: 'doctor' }
  /** The form of the settings. */
  | { verb: 'settings' }
  | { verb: 'save-settings'; settings: StoredSettings }
  /** The form that takes an API key. The key itself is in no command. */
  | { verb: 'connect' }
  | { verb: 'disconnect'; confirmed: boolean }
  /** What waits for a second admin; asked for by `approve` unless said. */
  /** `rows`: the requests of a list that was drawn before, which keep their places. */
  | { verb: 'approvals'; wanted?: 'decline'; rows?: string[] }
  | { verb: 'approve' | 'decline'; id: string }
  | { verb: 'help'; about: string | null };

// moved: re-exported until the Slack side follows
export type { ChoosingVerb } from './features/show.ts';
export { ALL_HISTORY, formatHistoryQuery, type HistoryQuery } from './history-query.ts';
export { MAX_AT_ONCE } from './references.ts';
export type { WordsChange } from './trigger-words.ts';
export type { Wanted } from './wanted.ts';
