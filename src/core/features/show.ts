import type { Ability, AbilityId, Agent } from '@abilities-bot/service-api';
import type { ServiceClient } from '../../service/client.ts';
import { isServiceError } from '../../service/errors.ts';
import { agentRows, nameAbilities, namesOfAgentsWith } from '../agents.ts';
import { refTarget } from '../audit-result.ts';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import { type Feature, type Run, SHOWS } from '../feature.ts';
import { matchAgents, type Numbered } from '../find.ts';
import { lookFor } from '../lookup.ts';
import { LOOKING, type OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { type AbilityRef, parseAbilityRef, parseAgentRef, unquote } from '../references.ts';
import { suggest } from '../text-matching.ts';
import { EVERYWHERE, type LikelyLine } from '../verb.ts';
import { deletionWaits } from './delete.ts';

export type ShowCommand =
  | { verb: 'show'; target: AbilityRef }
  /** A name without a verb: an Ability, an Agent, or a misspelled verb. */
  | { verb: 'find'; name: string }
  /** The form that selects Abilities for a verb. */
  | { verb: 'choose'; wanted: ChoosingVerb };

export type ShowRefusal =
  /** Neither a verb nor a known name; `likely` is the suggested line. */
  | {
      why: 'nothing-of-that-name';
      asked: string;
      likely: LikelyLine | null;
      abilities: string[];
      agents: string[];
      numbered?: Numbered[];
    }
  /** The name matches an Ability and an Agent, or several. */
  | { why: 'several-things'; asked: string; abilities: readonly CatalogEntry[]; agents: Agent[] };

export type ShowOutcome =
  | { kind: 'choose-form'; wanted: ChoosingVerb }
  /** `waits`: deleting it needs a second admin. Absent if it does not, or if that is unknown. */
  | { kind: 'card'; entry: CatalogEntry; details: Ability | null; agentNames: string[] | null; waits?: true };

/** The verbs that act on Abilities, and open a form to select them if none is named. */
export type ChoosingVerb = 'show' | 'triggers' | 'enable' | 'disable' | 'delete';

export const showFeature = {
  verbs: {
    show: {
      name: 'show',
      group: 'Look',
      role: 'viewer',
      argument: '[name]',
      summary: 'One Ability in full. A name alone does the same.',
      examples: ['show Weather', 'show id:6001', 'show'],
      tryLine: 'show',
      places: EVERYWHERE,
      read: (argument) => {
        const name = unquote(argument);
        return name === '' ? { verb: 'choose', wanted: 'show' } : { verb: 'show', target: parseAbilityRef(name) };
      },
    },
  },
  commands: {
    show: {
      verb: 'show',
      changes: false,
      targets: ({ target }) => [refTarget(target)],
      run: ({ target }, { context }) => showAbility(target, context),
    },
    find: {
      verb: 'show',
      changes: false,
      isGuess: true,
      targets: () => [],
      run: ({ name }, run) => findThing(name, run),
    },
    choose: {
      verb: ({ wanted }) => wanted,
      changes: false,
      targets: () => [],
      form: 'at-once',
      run: ({ wanted }) => ({ kind: 'choose-form', wanted }),
    },
  },
  outcomes: {
    'choose-form': SHOWS,
    card: SHOWS,
  },
} satisfies Feature<ShowCommand, ShowOutcome>;

/** Endpoints 4, 5 and 6. */
async function showAbility(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const { catalog, found } = await lookFor(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return showEntry(found.entry, catalog, context);
}

/** Endpoints 1 and 4, for an entry of lists that were just read. */
async function showEntry(entry: CatalogEntry, catalog: Catalog, context: OperationContext): Promise<Outcome> {
  if (!entry.ability) return { kind: 'card', entry, details: null, agentNames: null };
  const [details, agentNames, waiting] = await Promise.all([
    readDetails(context.service, entry.ability.id),
    namesOfAgentsWith(entry.ability.id, context),
    deletionWaits([entry.ability.id], catalog, context),
  ]);
  return { kind: 'card', entry, details, agentNames, ...waiting };
}

/**
 * The lists are enough for a card, so this undocumented call may fail or answer in any form. An invalid credential has
 * already failed at the lists.
 */
async function readDetails(service: ServiceClient, id: AbilityId): Promise<Ability | null> {
  try {
    return await service.getAbility(id, LOOKING);
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}

/** Finds the Ability or Agent with this name. Refuses if there are several or none. */
async function findThing(name: string, { context, verbs }: Pick<Run, 'context' | 'verbs'>): Promise<Outcome> {
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
      likely: verbs.suggestLine(name, context.connection.kind === 'fixed'),
      abilities: suggestions,
      ...(numbered.length > 0 ? { numbered } : {}),
      agents: suggest(
        name,
        agents.map((agent) => agent.name),
      ),
    },
  };
}
