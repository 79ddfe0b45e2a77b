import type { CommandIn } from './feature.ts';
import type { FEATURES } from './features/index.ts';

/**
 * A request, the same whether typed, clicked or submitted. `confirmed` comes only from a button or form that showed
 * what will happen, and `triggerWords` only from a form; never from typed text.
 *
 * `verb` names the command. Several commands may belong to one verb of the verb table: see `verbOf`.
 */
export type Command = CommandIn<(typeof FEATURES)[number]>;
