import { AbilityId, AgentId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { type AccountProblem, abilitiesOf, type CodeProblem, keyOfCode } from '../core/code-problems.ts';
import { isLikely, keyOf, type Problem } from '../core/problems.ts';
import type { ReadLists } from './compare.ts';

/** Limits the size of the stored snapshot. */
const MAX_KEPT = 500;

/** A known problem, with everything needed to report that it was resolved. */
const KeptProblem = z.object({
  key: z.string(),
  /** As mrkdwn. */
  sentence: z.string().max(2000),
  /** The Agent whose list of Abilities has the problem; null for none. */
  agentId: AgentId.nullable(),
  /** The Abilities whose code has the problem. */
  codeOf: z.array(AbilityId).default([]),
});
type KeptProblem = z.infer<typeof KeptProblem>;

/** Worst first. */
export const KeptProblems = z.array(KeptProblem).max(MAX_KEPT);

/** The problems of an account, each list worst first. */
interface FoundProblems {
  lists: readonly Problem[];
  code: readonly CodeProblem[];
  /** True if the Abilities of an Agent were known. */
  isKnown: (agentId: AgentId) => boolean;
  /** True if the code of an Ability was known, or the Ability is gone. */
  isCodeKnown: (id: AbilityId) => boolean;
}

/** Finds problems, and describes them for the watch. Downloads packages, but calls no other endpoint. */
export interface ProblemPorts {
  find(lists: ReadLists): Promise<FoundProblems>;
  /** Makes the next `find` read the code of these Abilities again. */
  forgetCode(ids: readonly AbilityId[]): void;
  sentence(problem: AccountProblem): string;
}

/** Changes in the problems of an account since they were last seen. */
export interface ProblemNews {
  appeared: readonly AccountProblem[];
  /** Sentences about resolved problems, as mrkdwn. */
  gone: readonly string[];
}

interface Compared {
  news: ProblemNews;
  kept: KeptProblem[];
}

/**
 * Finds the problems that are more than a guess, and compares them with the known ones. Confirms news about code by
 * reading that code again, because each process remembers code for a while and another one may know a newer state.
 */
export async function compareProblems(
  before: readonly KeptProblem[] | null,
  lists: ReadLists,
  ports: ProblemPorts,
): Promise<Compared> {
  const { codeOfNews, ...compared } = await compareOnce(before, lists, ports);
  if (codeOfNews.length === 0) return compared;
  ports.forgetCode(codeOfNews);
  const { kept, news } = await compareOnce(before, lists, ports);
  return { kept, news };
}

async function compareOnce(
  before: readonly KeptProblem[] | null,
  lists: ReadLists,
  { find, sentence }: ProblemPorts,
): Promise<Compared & { codeOfNews: AbilityId[] }> {
  const { code, isCodeKnown, isKnown, lists: ofLists } = await find(lists);
  const found = [
    ...code.map((problem) => ({ problem, key: keyOfCode(problem), agentId: null, codeOf: abilitiesOf(problem) })),
    ...ofLists.map((problem) => ({ problem, key: keyOf(problem), agentId: agentOf(problem), codeOf: [] })),
  ].filter(({ problem }) => isLikely(problem));
  // Problems with the same name share one key.
  const now = new Map(found.map((one) => [one.key, one]));
  const agents = new Set(lists.agents.map(({ id }) => id));
  // A problem that can't be checked now is neither resolved nor new.
  const isUnread = ({ agentId, codeOf }: KeptProblem) =>
    (agentId !== null && agents.has(agentId) && !isKnown(agentId)) || codeOf.some((id) => !isCodeKnown(id));
  const open = (before ?? []).filter((one) => !now.has(one.key) && isUnread(one));
  const kept = found.map(({ agentId, codeOf, key, problem }) => ({
    key,
    sentence: sentence(problem),
    agentId,
    codeOf,
  }));
  const known = new Set((before ?? []).map(({ key }) => key));
  // Beyond the limit, it is unknown which problems are new.
  const isAnyNew = before !== null && before.length < MAX_KEPT;
  const appeared = isAnyNew ? [...now.values()].filter(({ key }) => !known.has(key)) : [];
  const gone = (before ?? []).filter((one) => !now.has(one.key) && !open.includes(one));
  return {
    news: { appeared: appeared.map(({ problem }) => problem), gone: gone.map((one) => one.sentence) },
    kept: [...open, ...kept].slice(0, MAX_KEPT),
    codeOfNews: [...appeared, ...gone].flatMap(({ codeOf }) => codeOf),
  };
}

const agentOf = (problem: Problem): AgentId | null => ('agent' in problem ? problem.agent.id : null);
