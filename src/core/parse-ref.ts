import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import { quote } from './quotes.ts';
import type { AbilityRef, AgentRef } from './ref.ts';
import { splitNames } from './split-names.ts';

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

/** The number in `6001` or `#6001`; null for other text. Not yet an ID: there are three kinds. */
export function readBareNumber(text: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Reads several, as {@link splitNames} tells them apart; each once. */
export function parseAbilityRefs(text: string): AbilityRef[] {
  const refs = splitNames(text).map(parseAbilityRef);
  return [...new Map(refs.map((ref) => [formatAbilityRef(ref), ref])).values()];
}

/** Reads `Echo` or `agent:301`. */
export function parseAgentRef(text: string): AgentRef {
  const id = AGENT_ID.exec(text)?.[1];
  return id ? { by: 'agent', id: AgentId.parse(id) } : { by: 'name', name: text };
}

/** The inverse of {@link parseAbilityRef}: what a button writes so that its click reads back the same. */
export function formatAbilityRef(ref: AbilityRef): string {
  if (ref.by === 'ability') return `id:${ref.id}`;
  if (ref.by === 'installed') return `installed:${ref.id}`;
  return quote(ref.name);
}

/** The inverse of {@link parseAgentRef}. */
export const formatAgentRef = (ref: AgentRef): string => (ref.by === 'agent' ? `agent:${ref.id}` : quote(ref.name));
