import type { Ability, AbilityId, Agent } from '@abilities-bot/service-api';
import type { ServiceClient } from '../../service/client.ts';
import { isServiceError } from '../../service/errors.ts';
import type { UndoRecord } from '../../store/undo-record.ts';
import { type AgentsWith, agentRows, nameAbilities, readAgentsWith } from '../agents.ts';
import { refTarget } from '../audit-result.ts';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import { type Clash, findClashesIn } from '../clashes.ts';
import type { Command } from '../command.ts';
import { isOfAccount } from '../connection.ts';
import { findEverydayWord } from '../everyday-words.ts';
import { type Feature, type Run, SHOWS } from '../feature.ts';
import { matchAgents, type Numbered } from '../find.ts';
import { lookFor } from '../lookup.ts';
import { findNamesIn, subjectOfQuestion } from '../name-in-line.ts';
import { MAY_BE_CACHED } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { type AbilityRef, parseAbilityRef, parseAgentRef, unquote } from '../references.ts';
import { suggest } from '../text-matching.ts';
import type { LikelyLine } from '../verb.ts';
import { disablingWaits, readApprovals } from './approvals/needed.ts';
import { deletionWaits } from './delete/deletion-waits.ts';
import { type PlannedChange, readPlannedChanges } from './timed/line.ts';

export type ShowCommand =
  /** `inFull`: includes IDs and the service's metadata. */
  | { verb: 'show'; target: AbilityRef; inFull?: true }
  /** A name without a verb: an Ability, an Agent, or a misspelled verb. */
  | { verb: 'find'; name: string }
  /** Opens the form that selects Abilities for a verb. */
  | { verb: 'choose'; wanted: ChoosingVerb };

export type ShowRefusal =
  /**
   * The text is neither a verb nor a known name; `likely` is the suggested line. `isPlan`: the text asks for a planned
   * change, which is a verb with a time.
   */
  | {
      why: 'nothing-of-that-name';
      asked: string;
      likely: LikelyLine | null;
      abilities: string[];
      agents: string[];
      numbered?: Numbered[];
      isPlan?: true;
    }
  /** The name matches an Ability and an Agent, or several of them. */
  | { why: 'several-things'; asked: string; abilities: readonly CatalogEntry[]; agents: Agent[] };

export type ShowOutcome = { kind: 'choose-form'; wanted: ChoosingVerb } | AbilityCard;

export interface AbilityCard extends AgentsWith {
  kind: 'card';
  entry: CatalogEntry;
  details: Ability | null;
  lastChange?: UndoRecord;
  /** Trigger words that clash with other enabled Abilities; absent for none. */
  clashes?: readonly Clash[];
  /** Absent for none. */
  plannedChanges?: readonly PlannedChange[];
  /** Deleting it needs a second admin. Absent if not, or if unknown. */
  waits?: true;
  /** Disabling it needs a second admin. Absent if not, or if unknown. */
  disablingWaits?: true;
  inFull?: true;
}

/** The verbs that act on Abilities and open a form to select them if none is named. */
export type ChoosingVerb = 'show' | 'versions' | 'triggers' | 'enable' | 'disable' | 'delete';

/** Requires the colon, because a name may end with the word. */
const DETAILS = /(?<!\S)details:\s*$/i;

export const showFeature: Feature<ShowCommand, ShowOutcome> = {
  verbs: {
    show: {
      group: 'View',
      role: 'viewer',
      argument: '[name] [details:]',
      summary: 'Show one Ability. Typing only its name does the same.',
      examples: ['show Weather', 'show Weather details:', 'show id:6001', 'show'],
      homeLabel: 'Show an Ability…',
      tryLine: 'show',
      read: (argument) => {
        const name = unquote(argument.replace(DETAILS, ''));
        if (name === '') return { verb: 'choose', wanted: 'show' };
        return { verb: 'show', target: parseAbilityRef(name), inFull: DETAILS.test(argument) ? true : undefined };
      },
    },
  },
  commands: {
    show: {
      changes: false,
      targets: ({ target }) => [refTarget(target)],
      run: showAbility,
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
      ofAnyAccount: true,
      form: 'at-once',
      run: ({ wanted }) => ({ kind: 'choose-form', wanted }),
    },
  },
  outcomes: {
    'choose-form': SHOWS,
    card: SHOWS,
  },
  records: {},
};

/** Calls endpoints 4, 5 and 6. */
async function showAbility({ inFull, target }: Extract<Command, { verb: 'show' }>, run: Run): Promise<Outcome> {
  const { context } = run;
  const { catalog, found } = await lookFor(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  const card = await showEntry(found.entry, catalog, run);
  return inFull ? { ...card, inFull } : card;
}

/** Calls endpoints 1 and 4; the entry comes from lists that were just read. */
async function showEntry(entry: CatalogEntry, catalog: Catalog, run: Run): Promise<AbilityCard> {
  const { context } = run;
  const readChange = readLastChange(entry, run);
  if (!entry.ability) return { kind: 'card', entry, details: null, agentNames: null, ...changed(await readChange) };
  const { id } = entry.ability;
  const { installed, name, triggerWords } = entry;
  const own = installed ? { ownId: installed.id } : { ownId: null, ownName: name };
  const [details, agentsWith, chosen, clashes, lastChange, plannedChanges] = await Promise.all([
    readDetails(context.service, id),
    readAgentsWith(context),
    readApprovals(context),
    findClashesIn(catalog, { words: triggerWords, ...own }, context),
    readChange,
    installed ? readPlannedChanges(installed.id, run) : [],
  ]);
  const clashing = clashes.length > 0 ? { clashes } : {};
  const planned = plannedChanges.length > 0 ? { plannedChanges } : {};
  return {
    kind: 'card',
    entry,
    details,
    ...agentsWith(id),
    ...clashing,
    ...planned,
    ...changed(lastChange),
    ...deletionWaits([id], catalog, chosen),
    ...disablingWaits(chosen),
  };
}

const changed = (lastChange: UndoRecord | null) => (lastChange ? { lastChange } : {});

/**
 * Null on any service error, because the lists are enough for a card and this call is undocumented. With an invalid
 * credential, reading the lists has already failed.
 */
async function readDetails(service: ServiceClient, id: AbilityId): Promise<Ability | null> {
  try {
    return await service.getAbility(id, MAY_BE_CACHED);
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}

/**
 * Finds the Ability or Agent with this name, or the one that a question is about. Refuses if there are several or none.
 */
async function findThing(name: string, run: Run): Promise<Outcome> {
  const { context, verbs } = run;
  const [{ catalog, found }, agents] = await Promise.all([
    lookFor(parseAbilityRef(name), context),
    context.service.listAgents({ withImage: true, ...MAY_BE_CACHED }),
  ]);
  const abilities: CatalogEntry[] = found.ok ? [found.entry] : [];
  if (!found.ok && found.refusal.why === 'several-abilities') abilities.push(...found.refusal.candidates);
  const meant = { abilities, agents: matchAgents(agents, parseAgentRef(name)) };
  const exact = await showThings(name, meant, catalog, run);
  if (exact) return exact;
  const abilitiesIn = findNamesIn(name, catalog.entries);
  const agentsIn = findNamesIn(name, agents);
  const subject = subjectOfQuestion(name);
  if (subject !== null) {
    const [only, ...others] = abilitiesIn.found;
    // The card shows the Ability's Agents.
    if (only && others.length === 0) return showEntry(only, catalog, run);
    const about = { abilities: abilitiesIn.found, agents: agentsIn.found };
    const answer = await showThings(name, about, catalog, run);
    if (answer) return answer;
  }
  const refusal = !found.ok && found.refusal.why === 'no-such-ability' ? found.refusal : null;
  const startsWithName = abilitiesIn.isFirst || agentsIn.isFirst;
  const isPlan =
    !startsWithName && isPlanningWord(name) && suggest(name, namesOf([...catalog.entries, ...agents])).length === 0;
  const likely =
    startsWithName || isPlan ? null : verbs.suggestLine(subject ?? name, context.connection.kind === 'fixed');
  const similar = (things: readonly { name: string }[], named: readonly { name: string }[]) =>
    likely === null && named.length > 0
      ? namesOf(named).slice(0, MAX_SIMILAR)
      : suggest(subject ?? name, namesOf(things));
  const numbered = refusal?.numbered ?? [];
  return {
    kind: 'refused',
    refusal: {
      why: 'nothing-of-that-name',
      asked: name,
      likely: subject === null || isRead(likely, verbs) ? likely : null,
      abilities: similar(catalog.entries, abilitiesIn.found),
      numbered: numbered.length > 0 ? numbered : undefined,
      agents: similar(agents, agentsIn.found),
      ...(isPlan ? { isPlan } : {}),
    },
  };
}

/** `plan News` means nothing, because a planned change is a verb with a time. */
const isPlanningWord = (line: string): boolean => findEverydayWord(line.split(/\s/)[0] ?? '')?.verb === 'scheduled';

const MAX_SIMILAR = 3;

const namesOf = (things: readonly { name: string }[]) => [...new Set(things.map(({ name }) => name))];

/** A question must not be answered by suggesting a change. */
const isRead = (likely: LikelyLine | null, { findVerb }: Run['verbs']): boolean => {
  const group = likely && findVerb(likely.verb)?.group;
  return group === 'View' || group === 'Help';
};

interface Things {
  abilities: readonly CatalogEntry[];
  agents: Agent[];
}

/** Shows the only one, or offers a choice; null for none. */
async function showThings(
  asked: string,
  { abilities, agents }: Things,
  catalog: Catalog,
  run: Run,
): Promise<Outcome | null> {
  const [entry] = abilities;
  if (abilities.length + agents.length > 1) {
    return { kind: 'refused', refusal: { why: 'several-things', asked, abilities, agents } };
  }
  if (entry) return showEntry(entry, catalog, run);
  if (agents.length === 0) return null;
  const known = catalog.entries.flatMap(({ ability }) => ability ?? []);
  const knownOf = await run.context.assignments.lookUp(agents);
  return { kind: 'agents', rows: agentRows(agents, nameAbilities(known), knownOf) };
}

/** How many recent changes of the workspace are searched. */
const RECENT = 200;

/**
 * The latest change of an Ability made from Slack; null if there is none, or if it is unknown. The service's own
 * timestamps can't replace it: they don't say who made a change, and they also move for other reasons. Never throws,
 * because this is only extra information.
 */
async function readLastChange(
  entry: CatalogEntry,
  { changes, context: { connection, undoLog } }: Run,
): Promise<UndoRecord | null> {
  const recent = await undoLog.recent(RECENT).catch(() => []);
  return recent.find((record) => isOfAccount(record, connection) && changes.isAbout(record.change, entry)) ?? null;
}
