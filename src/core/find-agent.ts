import { type Agent, leftOutOf } from '@abilities-bot/service-api';
import { readBareNumber } from './parse-ref.ts';
import type { AgentRef } from './ref.ts';
import type { Refusal } from './refusal.ts';
import { fold, suggest } from './suggest.ts';

export type FoundAgent = { ok: true; agent: Agent } | { ok: false; refusal: Refusal };

/** The Agents that are meant: one by its ID, any number by a name. */
export const matchAgents = (agents: readonly Agent[], ref: AgentRef): Agent[] => {
  if (ref.by === 'agent') return agents.filter(({ id }) => id === ref.id);
  const wanted = fold(ref.name);
  return agents.filter(({ name }) => fold(name) === wanted);
};

/** Finds the one Agent that is meant; of two of one name nobody guesses. */
export function findAgent(agents: readonly Agent[], ref: AgentRef): FoundAgent {
  const found = matchAgents(agents, ref);
  const [agent] = found;
  if (agent && found.length === 1) return { ok: true, agent };
  const asked = ref.by === 'agent' ? `agent:${ref.id}` : ref.name;
  if (agent) return { ok: false, refusal: { why: 'several-agents', asked, candidates: found } };
  const names = agents.map(({ name }) => name);
  const unread = leftOutOf(agents).length;
  const byNumber = ref.by === 'name' ? agents.filter(({ id }) => id === readBareNumber(ref.name)) : [];
  const numbered = byNumber.map(({ id, name }) => ({ ref: `agent:${id}`, name }));
  const beside = { ...(unread > 0 ? { unread } : {}), ...(numbered.length > 0 ? { numbered } : {}) };
  return { ok: false, refusal: { why: 'no-such-agent', asked, suggestions: suggest(asked, names), ...beside } };
}
