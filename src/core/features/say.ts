import type { Agent, AgentId, InstalledAbility } from '@abilities-bot/service-api';
import { yieldTurn } from '../../base/yield-turn.ts';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import { type FoundWord, WordIndex } from '../collisions.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { matchAgents } from '../find.ts';
import { readCatalog } from '../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../operation-context.ts';
import { type AgentRef, formatAgentRef, parseAgentRef, unquote } from '../references.ts';

export type SayCommand =
  | SaidCommand
  /** Opens the form for a phrase. */
  | { verb: 'say-form' };

/** Finds the Abilities whose trigger words occur in a phrase. */
type SaidCommand = {
  verb: 'say';
  phrase: string;
  agent: AgentRef | null;
  /** The whole text, used if there is no such Agent, as in “turn on lights”. Absent if the phrase was quoted. */
  whole?: string;
};

export type SayOutcome = SaidOutcome | { kind: 'say-form' };

export type SaidOutcome = {
  kind: 'said';
  phrase: string;
  /** `isKnown`: true if the Agent's Abilities are known. Null for all Agents. */
  agent: { id: AgentId; name: string; isKnown: boolean } | null;
  /** The requested Agent, if no single Agent has that name. */
  unknownAgent: string | null;
  /** Longest trigger words first. */
  matches: SaidMatch[];
};

export interface SaidMatch {
  entry: CatalogEntry;
  /** The longest of its trigger words in the phrase. */
  word: string;
  /** Longer trigger words of another Ability that contain these and would work; null for none. */
  within: string | null;
  /** Why the trigger words don't work now; null if they should work. */
  obstacle: 'disabled' | 'not-on-agent' | 'not-for-agents' | 'orphan' | null;
}

export const sayFeature: Feature<SayCommand, SayOutcome> = {
  verbs: {
    say: {
      group: 'View',
      role: 'viewer',
      argument: '[words] [on agent]',
      summary: 'Find the Abilities whose trigger words match a phrase.',
      examples: ['say good morning', 'say "good morning" on Echo'],
      homeLabel: 'Which Ability answers…',
      tryLine: 'say',
      read: readSay,
    },
  },
  commands: {
    say: {
      changes: false,
      ofAnyAccount: true,
      run: (command, { context }) => say(command, context),
    },
    'say-form': {
      verb: 'say',
      changes: false,
      ofAnyAccount: true,
      form: 'at-once',
      run: () => ({ kind: 'say-form' }),
    },
  },
  outcomes: { said: SHOWS, 'say-form': SHOWS },
  records: {},
};

const QUOTED = /^["“”„«»](.+)["“”„«»](?:\s+on\s+(\S.*))?$/is;
const WORDS_ON_AGENT = /^(.*\S)\s+on\s+(\S.*)$/is;

const agentOf = (text: string): AgentRef => parseAgentRef(unquote(text));

/**
 * Reads `good morning`, `"good morning"`, `"good morning" on Nova` or `good morning on Nova`. Opens the form if empty.
 */
function readSay(argument: string): SayCommand {
  const text = argument.trim();
  if (unquote(text) === '') return { verb: 'say-form' };
  const [, inside, onAgent] = QUOTED.exec(text) ?? [];
  if (inside !== undefined && inside.trim() !== '')
    return { verb: 'say', phrase: inside.trim(), agent: onAgent === undefined ? null : agentOf(onAgent) };
  const [, phrase, agent] = WORDS_ON_AGENT.exec(text) ?? [];
  return phrase === undefined || agent === undefined
    ? { verb: 'say', phrase: text, agent: null }
    : { verb: 'say', phrase, agent: agentOf(agent), whole: text };
}

/** The command line for the same search. */
export const formatSay = ({ agent, phrase }: { phrase: string; agent: { id: AgentId } | null }): string =>
  `say "${phrase}"${agent === null ? '' : ` on ${formatAgentRef({ by: 'agent', id: agent.id })}`}`;

/** The index of each catalog's trigger words, including those of disabled Abilities. */
const indexes = new WeakMap<Catalog, WordIndex>();

const installedOf = ({ entries }: Catalog): InstalledAbility[] =>
  entries.flatMap(({ installed }) => (installed ? [installed] : []));

async function indexOf(catalog: Catalog): Promise<WordIndex> {
  const known = indexes.get(catalog);
  if (known) return known;
  // Indexing thousands of Abilities takes some milliseconds.
  await yieldTurn();
  const index = new WordIndex(installedOf(catalog));
  indexes.set(catalog, index);
  return index;
}

async function say(command: SaidCommand, context: OperationContext): Promise<SaidOutcome> {
  const { assignments, service } = context;
  const [catalog, agents] = await Promise.all([readCatalog(context, MAY_BE_CACHED), service.listAgents(MAY_BE_CACHED)]);
  const { agent, phrase, unknownAgent } = chooseAgent(command, agents);
  const current = agent === null ? null : await assignments.of(agent);
  const onAgent = current === null || current.known === 'no' ? null : new Set(current.abilityIds);
  const entryOf = new Map(catalog.entries.map((entry) => [entry.installed?.id, entry]));
  const found = longestOfEach((await indexOf(catalog)).inPhrase(phrase)).flatMap(({ row, ...words }) => {
    const entry = entryOf.get(row.id);
    return entry ? [{ ...words, entry, obstacle: obstacleOf(entry, onAgent) }] : [];
  });
  return {
    kind: 'said',
    phrase,
    agent: agent === null ? null : { id: agent.id, name: agent.name, isKnown: onAgent !== null },
    unknownAgent,
    matches: found.map(({ entry, obstacle, tokens, word }) => {
      const longer = found.find((other) => other.obstacle === null && contains(other.tokens, tokens));
      return { entry, obstacle, word, within: longer?.word ?? null };
    }),
  };
}

interface Chosen {
  phrase: string;
  agent: Agent | null;
  unknownAgent: string | null;
}

function chooseAgent({ agent: ref, phrase, whole }: SaidCommand, agents: readonly Agent[]): Chosen {
  if (ref === null) return { phrase, agent: null, unknownAgent: null };
  const [agent, ...more] = matchAgents(agents, ref);
  if (agent && more.length === 0) return { phrase, agent, unknownAgent: null };
  if (whole !== undefined) return { phrase: whole, agent: null, unknownAgent: null };
  return { phrase, agent: null, unknownAgent: ref.by === 'name' ? ref.name : formatAgentRef(ref) };
}

/** Keeps the longest trigger words of each Ability; `found` is sorted by length, longest first. */
function longestOfEach(found: readonly FoundWord[]): FoundWord[] {
  const seen = new Set<number>();
  return found.filter(({ row }) => !seen.has(row.id) && seen.add(row.id));
}

function obstacleOf({ ability, installed, state }: CatalogEntry, onAgent: Set<number> | null): SaidMatch['obstacle'] {
  if (state === 'orphan') return 'orphan';
  if (state !== 'enabled') return 'disabled';
  if (installed?.isForAgents === false) return 'not-for-agents';
  return onAgent !== null && (ability === null || !onAgent.has(ability.id)) ? 'not-on-agent' : null;
}

const contains = (longer: string, shorter: string): boolean =>
  longer !== shorter && ` ${longer} `.includes(` ${shorter} `);
