import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { CodeProblem } from '../../src/core/code-problems.ts';
import type { Problem } from '../../src/core/problems.ts';
import { UnavailableError } from '../../src/service/errors.ts';
import { WatchBench } from './watch-bench.ts';

const silent = (id: number, name = `Ability ${id}`): Problem => ({
  kind: 'no-words',
  sure: 'certain',
  id: InstalledAbilityId.parse(id),
  name,
});
const collision = (sure: 'certain' | 'possible'): Problem => ({
  kind: 'collision',
  sure,
  how: sure === 'certain' ? 'equal' : 'inside',
  agents: [],
  one: { id: InstalledAbilityId.parse(1), name: 'Radio', word: 'Play' },
  other: { id: InstalledAbilityId.parse(2), name: 'Jukebox', word: 'play' },
});
const ECHO = { id: AgentId.parse(301), name: 'Echo' };
const empty: Problem = { kind: 'empty-agent', sure: 'likely', agent: ECHO };
const other: CodeProblem = { kind: 'other-code', sure: 'certain', id: AbilityId.parse(7), name: 'Weather' };

/** An account with one problem that has been checked once. */
async function setUp() {
  const bench = new WatchBench();
  bench.problems = [silent(1)];
  expect(await bench.look()).toEqual({ kind: 'first' });
  const news = async (problems: readonly Problem[]) => {
    bench.problems = problems;
    const before = bench.toldProblems.length;
    const look = await bench.look();
    expect(look.kind === 'changed').toBe(bench.toldProblems.length > before);
    return bench.toldProblems[before] ?? null;
  };
  return { bench, news };
}

describe('a problem', () => {
  test('that was there at the first check is not reported', async () => {
    const { bench, news } = await setUp();
    expect(await news([silent(1)])).toBeNull();
    expect(bench.kept).toHaveLength(1);
  });

  test('is reported once when it appears, and once when it is gone', async () => {
    const { bench, news } = await setUp();
    expect(await news([silent(2), silent(1)])).toEqual({ appeared: [silent(2)], gone: [] });
    expect(await news([silent(1), silent(2)])).toBeNull();
    expect(await news([silent(2)])).toEqual({ appeared: [], gone: ['no-words 1'] });
    expect(await news([silent(2)])).toBeNull();
    expect(bench.told.map(({ changes }) => changes)).toEqual([[], []]);
  });

  test('is reported with the changes of the same look, in one message', async () => {
    const { bench, news } = await setUp();
    bench.world.add('Weather');
    expect(await news([silent(1), silent(2)])).toEqual({ appeared: [silent(2)], gone: [] });
    expect(bench.told).toMatchObject([{ changes: [{ kind: 'ability-new' }] }]);
  });

  test('that is only possible is not reported', async () => {
    const { news } = await setUp();
    expect(await news([silent(1), collision('possible')])).toBeNull();
    expect(await news([silent(1), collision('certain')])).toEqual({ appeared: [collision('certain')], gone: [] });
    expect(await news([silent(1), collision('possible')])).toMatchObject({ gone: [expect.any(String)] });
  });

  test('that has only another name is not reported again', async () => {
    const { news } = await setUp();
    expect(await news([silent(1, 'Renamed')])).toBeNull();
  });

  test('of an Agent is neither gone nor new while its Abilities are unknown', async () => {
    const { bench, news } = await setUp();
    bench.world.agents.set(ECHO.id, ECHO.name);
    await news([silent(1), empty]);
    bench.areAgentsKnown = false;
    expect(await news([silent(1)])).toBeNull();
    bench.areAgentsKnown = true;
    expect(await news([silent(1), empty])).toBeNull();
    expect(await news([silent(1)])).toEqual({ appeared: [], gone: ['empty-agent 301'] });
  });

  test('of code is neither gone nor new while the code is unknown', async () => {
    const { bench, news } = await setUp();
    const problems = [silent(1)];
    bench.codeProblems = [other];
    expect(await news(problems)).toEqual({ appeared: [other], gone: [] });
    bench.codeProblems = [];
    bench.isCodeKnown = false;
    expect(await news(problems)).toBeNull();
    bench.isCodeKnown = true;
    bench.codeProblems = [other];
    expect(await news(problems)).toBeNull();
    bench.codeProblems = [];
    expect(await news(problems)).toEqual({ appeared: [], gone: ['other-code 7'] });
  });

  test('of code is neither gone nor new if only a remembered state says so', async () => {
    const { bench, news } = await setUp();
    const problems = [silent(1)];
    bench.rememberedCode = [other];
    expect(await news(problems)).toBeNull();
    bench.codeProblems = [other];
    expect(await news(problems)).toEqual({ appeared: [other], gone: [] });
    bench.rememberedCode = [];
    expect(await news(problems)).toBeNull();
    bench.codeProblems = [];
    expect(await news(problems)).toEqual({ appeared: [], gone: ['other-code 7'] });
  });

  test('is reported again after a failed report', async () => {
    const { bench } = await setUp();
    bench.problems = [silent(1), silent(2)];
    const tell = () => Promise.reject(new Error('Slack is away.'));
    await expect(bench.look({ notify: tell })).rejects.toThrow('Slack is away.');
    expect(await bench.look()).toMatchObject({ kind: 'changed', problems: 1 });
  });
});

describe('nothing is reported', () => {
  test('while the bot is at work, or if the lists cannot be read', async () => {
    const { bench, news } = await setUp();
    bench.problems = [silent(2)];
    bench.atWork = true;
    expect(await bench.look()).toEqual({ kind: 'busy' });
    bench.atWork = false;
    const error = new UnavailableError({ endpoint: 'list Agents', status: null, detail: null, reason: 'timeout' });
    const service = { ...bench.ports.service, listAgents: () => Promise.reject(error) };
    expect((await bench.look({ service })).kind).toBe('trouble');
    expect(bench.toldProblems).toEqual([]);
    expect(await news([silent(2)])).toEqual({ appeared: [silent(2)], gone: ['no-words 1'] });
  });

  test.each<[string, unknown]>([
    ['has no problems', undefined],
    ['has unreadable ones', [{ key: 1 }]],
  ])('at the first look at a snapshot that %s, only its changes', async (_what, problems) => {
    const { bench, news } = await setUp();
    const last = bench.kept.at(-1);
    if (!last) throw new Error('Nothing is stored.');
    bench.kept.push({ ...last, document: JSON.stringify({ ...JSON.parse(last.document), problems }) });
    expect(await news([silent(2)])).toBeNull();
    expect(await news([silent(2), silent(3)])).toEqual({ appeared: [silent(3)], gone: [] });
  });
});

test('of thousands of problems few are stored, and those beyond are never called new', async () => {
  const { bench, news } = await setUp();
  const many = Array.from({ length: 5000 }, (_, n) => silent(n + 1));
  expect((await news(many))?.appeared).toHaveLength(4999);
  expect(JSON.parse(bench.kept.at(-1)?.document ?? '').problems).toHaveLength(500);
  expect(await news([...many, silent(6000)])).toBeNull();
  expect(await news(many.slice(1))).toEqual({ appeared: [], gone: ['no-words 1'] });
});
