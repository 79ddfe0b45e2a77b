import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';

/** More than fits into one Slack form or message, or than one person may have pending. */
export type TooManyRefusal = {
  why: 'too-many';
  what: 'trigger words' | 'Abilities' | 'characters' | 'pending approval requests' | 'planned changes';
  max: number;
};

/** Names that the service accepts: letters of any script, digits and spaces, starting with a letter. */
export const isAbilityName = (name: string): boolean => /^\p{L}[\p{L}\p{M}\p{N} ]{0,79}$/u.test(name);

/**
 * The two kinds of quotes. Phones type curly quotes, and mix their directions. A name that contains one kind is quoted
 * with the other.
 */
const DOUBLE = '"“”„«»';
const SINGLE = "'‘’‚";

/**
 * Splits off the quoted text at the start; null if there is none. A quote closes only where a name can end, that is,
 * before a separator, another quote or the end of the text, so `"Bob's Timer"` is one name.
 */
export function takeQuoted(text: string): { inside: string; rest: string } | null {
  const family = familyOf(text.charAt(0));
  if (family === null) return null;
  for (let at = 1; at < text.length; at += 1) {
    if (!family.includes(text.charAt(at)) || !endsHere(text, at + 1)) continue;
    return { inside: text.slice(1, at).trim(), rest: text.slice(at + 1) };
  }
  return null;
}

/** Removes the optional quotes around the whole text. */
export function unquote(text: string): string {
  const trimmed = text.trim();
  const isQuoted = trimmed.length > 1 && familyOf(trimmed.charAt(0))?.includes(trimmed.slice(-1));
  return isQuoted ? trimmed.slice(1, -1).trim() : trimmed;
}

/** Uses a kind of quote that the text doesn't contain, if possible. */
function quote(text: string): string {
  const holdsDouble = [...DOUBLE].some((mark) => text.includes(mark));
  const holdsSingle = [...SINGLE].some((mark) => text.includes(mark));
  return holdsDouble && !holdsSingle ? `'${text}'` : `"${text}"`;
}

function familyOf(mark: string): string | null {
  if (mark === '') return null;
  return [DOUBLE, SINGLE].find((family) => family.includes(mark)) ?? null;
}

const ENDS = new RegExp(`\\s*(?:$|[,\\n])|\\s+[${DOUBLE}${SINGLE}]`, 'y');

function endsHere(text: string, at: number): boolean {
  ENDS.lastIndex = at;
  return ENDS.test(text);
}

/** A reference to an Ability. A bare number is never read as an ID, because there are two kinds of IDs. */
export type AbilityRef =
  | { by: 'name'; name: string }
  | { by: 'ability'; id: AbilityId }
  | { by: 'installed'; id: InstalledAbilityId };

export type AgentRef = { by: 'name'; name: string } | { by: 'agent'; id: AgentId };

/**
 * Reads the names in `Weather, Night Watch`, one per line, or `"Weather" "Night Watch"`. Text without a separator is a
 * single name, because names contain spaces; a name with a comma must be quoted.
 */
function splitNames(text: string): { name: string; isQuoted: boolean }[] {
  const names: { name: string; isQuoted: boolean }[] = [];
  let rest = text.replace(SEPARATORS, '');
  while (rest !== '' && names.length < MAX_READ) {
    const quoted = takeQuoted(rest);
    const name = quoted ? quoted.inside : (/^[^,\n]*/.exec(rest)?.[0] ?? '');
    if (name.trim() !== '') names.push({ name: name.trim(), isQuoted: quoted !== null });
    rest = (quoted ? quoted.rest : rest.slice(name.length)).replace(SEPARATORS, '');
  }
  return names;
}

/** Replaces each quoted name by a colon, to look for words that aren't part of a name. */
export const withoutQuoted = (text: string): string =>
  splitNames(text)
    .map(({ isQuoted, name }) => (isQuoted ? ':' : name))
    .join(' ');

/** More are rejected anyway, and a text that consists of opening quotes must not take long. */
const MAX_READ = 200;
const SEPARATORS = /^[\s,]+/;

const ABILITY_ID = /^id:\s*(\d{1,15})$/i;
const INSTALLED_ID = /^installed:\s*(\d{1,15})$/i;
const AGENT_ID = /^agent:\s*(\d{1,15})$/i;

/** Reads `Weather`, `id:6403` (an Ability's ID) or `installed:90001` (an installed Ability's ID). */
export function parseAbilityRef(text: string): AbilityRef {
  const ability = ABILITY_ID.exec(text)?.[1];
  if (ability) return { by: 'ability', id: AbilityId.parse(ability) };
  const installed = INSTALLED_ID.exec(text)?.[1];
  if (installed) return { by: 'installed', id: InstalledAbilityId.parse(installed) };
  return { by: 'name', name: text };
}

/** The number in `6001` or `#6001`; null for other text. Not an ID by itself, because there are three kinds of IDs. */
export function readBareNumber(text: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Parses several references, without duplicates. */
export function parseAbilityRefs(text: string): AbilityRef[] {
  const refs = splitNames(text).map(({ name }) => parseAbilityRef(name));
  return [...new Map(refs.map((ref) => [formatAbilityRef(ref), ref])).values()];
}

/** Reads `Echo` or `agent:301`. */
export function parseAgentRef(text: string): AgentRef {
  const id = AGENT_ID.exec(text)?.[1];
  return id ? { by: 'agent', id: AgentId.parse(id) } : { by: 'name', name: text };
}

/** The inverse of {@link parseAbilityRef}, for the value of a button. */
export function formatAbilityRef(ref: AbilityRef): string {
  if (ref.by === 'ability') return `id:${ref.id}`;
  if (ref.by === 'installed') return `installed:${ref.id}`;
  return quote(ref.name);
}

/** The inverse of {@link parseAgentRef}. */
export const formatAgentRef = (ref: AgentRef): string => (ref.by === 'agent' ? `agent:${ref.id}` : quote(ref.name));

/** The maximum number of Abilities that one form can select and one message can list. */
export const MAX_AT_ONCE = 50;
