import type { Command } from './command.ts';
import type { Refusal } from './refusal.ts';
import { suggest } from './suggest.ts';
import { findVerb, usageOf, VERBS } from './verbs.ts';

export type Parsed = { ok: true; command: Command } | { ok: false; refusal: Refusal };

/**
 * Reads the text after `/abilities`, or a button's command line, into a command. Nothing typed means the list.
 * Never throws: what cannot be read comes back as a refusal that says what to write instead.
 */
export function parseCommand(text: string): Parsed {
  const [, word = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  const verb = findVerb(word === '' ? 'list' : word);
  if (!verb) return { ok: false, refusal: unknownVerb(word) };
  const argument = unquote(rest.trim());
  if (argument === '' && verb.argument.startsWith('<')) {
    return { ok: false, refusal: { why: 'missing-argument', verb: verb.name, usage: usageOf(verb) } };
  }
  const command = verb.read(argument);
  if (command) return { ok: true, command };
  return { ok: false, refusal: { why: 'bad-argument', verb: verb.name, usage: usageOf(verb), given: argument } };
}

/** A word that is no verb, with the verb that is probably meant. */
export function unknownVerb(word: string): Refusal {
  const names = VERBS.map(({ name }) => name);
  return { why: 'unknown-verb', word, suggestion: suggest(word, names, 1)[0] ?? null };
}

const QUOTES = /^(["'“”„«»‘’‚])([\s\S]*)(["'“”„«»‘’‚])$/;

/** Quotes are welcome and never needed: the whole rest of the line is the name. Phones type the curly ones. */
function unquote(text: string): string {
  const inside = QUOTES.exec(text)?.[2];
  return (inside ?? text).trim();
}
