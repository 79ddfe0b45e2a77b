import { takeQuoted } from './quotes.ts';

/**
 * The names in `Weather, Night Watch`, one a line, or `"Weather" "Night Watch"`. Without a separator it is one name, since
 * names hold spaces; one that holds a comma has to be quoted.
 */
export function splitNames(text: string): string[] {
  const names: string[] = [];
  let rest = text.replace(SEPARATORS, '');
  while (rest !== '' && names.length < MAX_READ) {
    const quoted = takeQuoted(rest);
    const name = quoted ? quoted.inside : (/^[^,\n]*/.exec(rest)?.[0] ?? '');
    if (name.trim() !== '') names.push(name.trim());
    rest = (quoted ? quoted.rest : rest.slice(name.length)).replace(SEPARATORS, '');
  }
  return names;
}

/** More than that are refused anyway, and a text of nothing but open quotes shall not take long. */
const MAX_READ = 200;
const SEPARATORS = /^[\s,]+/;
