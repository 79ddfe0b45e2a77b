import type { CatalogEntry } from '../../core/catalog.ts';
import { type AuditRecord, isInterrupted } from '../../store/audit-record.ts';
import { STATE_WORDS } from '../blocks/ability.ts';
import { actions, allAbilities, button, rawButton, showButton } from '../blocks/buttons.ts';
import { bold, code, type MessageAnswer, namesLine, section, time, toFallback, wordsLine } from '../blocks/kit.ts';
import { refWords } from '../blocks/sentences.ts';
import { type Repeat, repeatForm, repeatLine } from '../request/repeat.ts';
import { OUTCOME_WORDS } from './history/entries.ts';

const MAX_SHOWN = 5;
const MAX_WORDS = 300;
const MAX_NAMES = 300;

/**
 * The answer to a request whose process was killed before it answered.
 * @param shown the Abilities that the request was about, in their current state; empty if unknown.
 */
export function interruptedMessage(record: AuditRecord, shown: readonly CatalogEntry[]): MessageAnswer {
  const text = [leadOf(record), ...stateLines(shown, record.verb)].join('\n');
  const repeat = isInterrupted(record) ? repeatOf(record) : null;
  const [first, ...others] = shown;
  return {
    surface: 'message',
    replaces: false,
    text: toFallback(text),
    blocks: [
      section(text),
      ...actions(
        repeat ? rawButton(repeat.label, repeat.value) : null,
        first && others.length === 0 ? showButton(first) : null,
        allAbilities(),
        button('Audit log', { do: `history ref:${record.ref}` }),
      ),
    ],
  };
}

function leadOf(record: AuditRecord): string {
  const { at, ended, ref } = record;
  const what = `${requestOf(record)} · ${time(at)}`;
  if (ended && !isInterrupted(record)) {
    return `Result of ${what}: ${OUTCOME_WORDS[ended.outcome]}. I restarted while answering, so you may have seen this already. ${refWords({ ref })}`;
  }
  return `Interrupted: ${what}. I restarted while working on it, and can't tell whether it was done. ${refWords({ ref })}`;
}

/** A request without a command line came from a form. */
function requestOf({ line, targets, verb }: AuditRecord): string {
  if (line !== null && !isOfUpload(targets)) return code(line || 'list');
  const names = targets.flatMap(({ name }) => name ?? []);
  return names.length === 0 ? code(verb) : `${code(verb)} ${namesLine(names, MAX_NAMES)}`;
}

function stateLines(shown: readonly CatalogEntry[], verb: string): string[] {
  const more = shown.length - MAX_SHOWN;
  const lines = shown.slice(0, MAX_SHOWN).map((entry) => stateLine(entry, verb));
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

function stateLine({ installed, name, state, triggerWords }: CatalogEntry, verb: string): string {
  const words = verb === 'triggers' && installed ? ` Its trigger words: ${wordsLine(triggerWords, MAX_WORDS)}.` : '';
  return `${bold(name)} is ${STATE_WORDS[state]} now.${words}`;
}

/** Null for an upload, whose own message has the buttons. */
function repeatOf({ line, targets, verb }: AuditRecord): Repeat | null {
  if (isOfUpload(targets)) return null;
  return line === null ? repeatForm(verb, targets) : repeatLine(line);
}

const isOfUpload = (targets: AuditRecord['targets']): boolean => targets.some(({ kind }) => kind === 'upload');
