import type { CatalogEntry } from '../catalog.ts';
import { matchAgents } from '../find-agent.ts';
import type { Outcome } from '../outcome.ts';
import { suggestLine } from '../parse-command.ts';
import { parseAbilityRef, parseAgentRef } from '../parse-ref.ts';
import { suggest } from '../suggest.ts';
import { agentRows, nameAbilities } from './agent-rows.ts';
import type { OperationContext } from './context.ts';
import { lookFor } from './look-for.ts';
import { LOOKING } from './looking.ts';
import { showEntry } from './show-ability.ts';

/** A name without a verb: the Ability or the Agent that bears it. When several do, or none does, nobody guesses. */
export async function findThing(name: string, context: OperationContext): Promise<Outcome> {
  const [{ catalog, found }, agents] = await Promise.all([
    lookFor(parseAbilityRef(name), context),
    context.service.listAgents({ withImage: true, ...LOOKING }),
  ]);
  const abilities: CatalogEntry[] = found.ok ? [found.entry] : [];
  if (!found.ok && found.refusal.why === 'several-abilities') abilities.push(...found.refusal.candidates);
  const meant = matchAgents(agents, parseAgentRef(name));
  const [entry] = abilities;
  if (entry && abilities.length + meant.length === 1) return showEntry(entry, catalog, context);
  if (abilities.length + meant.length > 1) {
    return { kind: 'refused', refusal: { why: 'several-things', asked: name, abilities, agents: meant } };
  }
  if (meant.length === 1) {
    const known = catalog.entries.flatMap(({ ability }) => ability ?? []);
    const knownOf = await context.assignments.lookUp(meant);
    return { kind: 'agents', rows: agentRows(meant, nameAbilities(known), knownOf) };
  }
  const refusal = !found.ok && found.refusal.why === 'no-such-ability' ? found.refusal : null;
  const suggestions = refusal?.suggestions ?? [];
  const numbered = refusal?.numbered ?? [];
  return {
    kind: 'refused',
    refusal: {
      why: 'nothing-of-that-name',
      asked: name,
      likely: suggestLine(name, context.connection.kind === 'fixed'),
      abilities: suggestions,
      ...(numbered.length > 0 ? { numbered } : {}),
      agents: suggest(
        name,
        agents.map((agent) => agent.name),
      ),
    },
  };
}
