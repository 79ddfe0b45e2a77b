import type { CommandIn } from './feature.ts';
import type { FEATURES } from './features/index.ts';

/**
 * A request, in the same form whether it was typed, clicked or submitted. `confirmed` is set only by a button or form
 * that showed what will happen, `triggerWords` only by a form; typed text sets neither.
 *
 * `verb` names the command. Several commands may belong to one verb of the verb table: see `verbOf`.
 */
export type Command = CommandIn<(typeof FEATURES)[number]>;
