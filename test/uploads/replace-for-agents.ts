import { expect, test } from 'vitest';
import type { UploadState } from '../../src/store/upload-record.ts';
import { useAccounts } from '../core/operations/account.ts';
import { ADD, openBench, REFUSAL, type StoreKind } from './upload-bench.ts';

/** How a process dies: right after a state was written, or after the work was done but before anything was recorded. */
const WAYS = ['dieAt', 'loseLeaseAt'] as const;
const each = <S extends string>(states: readonly S[]) =>
  states.flatMap((state) => WAYS.map((way) => [state, way] as const));

export const ALL_REPLACING = ['accepted', 'keeping', 'deleting', 'sending', 'confirming', 'restoring'] as const;

/** Adds the tests of a replacement with Agents chosen in the form, by a process that is killed in these states. */
export function testReplaceForAgents(kind: StoreKind, states: readonly UploadState[]): void {
  /** The service does not return an Agent's Abilities. */
  const openAccount = useAccounts();

  /** Echo's Abilities are unknown; Nova has News and the old Weather, as last saved. */
  async function openReplacement() {
    const bench = await openBench(await openAccount(), kind);
    const { ability, agent, context, installed } = bench.account;
    const [weather, news, echo, nova] = [
      await ability('Weather'),
      await ability('News'),
      await agent('Echo'),
      await agent('Nova'),
    ];
    await context.assignments.save(nova.id, [news.id, weather.id]);
    const before = await installed('Weather');
    const { id, question } = await bench.askedAbout('Weather', { form: { description: 'New words.' } });
    if (question?.kind !== 'name-taken') throw new Error('It should be asked about the name.');
    expect(question.by.holders).toEqual([{ id: nova.id, name: 'Nova' }]);
    await bench.decide(id, { kind: 'replace', wrap: false, agentIds: [nova.id, echo.id] });
    const savedOf = async (name: string) => context.assignments.of(await agent(name));
    return { before, bench, id, news, savedOf };
  }

  test.each(each(states))(
    'in %s (%s): the new one is installed, with words and state, and Nova keeps the rest',
    async (state, way) => {
      const { before, bench, id, news, savedOf } = await openReplacement();
      bench[way](state);
      const { end } = await bench.finish(id);
      const [fresh, ...more] = await bench.named('Weather');
      expect(more).toEqual([]);
      expect(end).toMatchObject({ kind: 'uploaded', abilityId: fresh?.id, notRestored: [] });
      expect(await bench.account.installed('Weather')).toMatchObject({
        enabled: before.enabled,
        triggerWords: before.triggerWords,
      });
      expect(await savedOf('Nova')).toEqual({ known: 'from-last-save', abilityIds: [news.id, fresh?.id] });
      // Its other Abilities are still unknown.
      expect(await savedOf('Echo')).toEqual({ known: 'no' });
    },
  );

  test.each(each(['putting-back', 'restoring'] as const))(
    'in %s (%s) after a refusal: the old one is installed again, with words and state',
    async (state, way) => {
      const { before, bench, id, news, savedOf } = await openReplacement();
      bench.account.faults.add({ match: ADD, times: 1, fault: REFUSAL });
      bench[way](state);
      const { end } = await bench.finish(id);
      const [back, ...more] = await bench.named('Weather');
      expect(more).toEqual([]);
      expect(end).toMatchObject({ kind: 'refused-after-delete', backAs: back?.id });
      expect(await bench.account.installed('Weather')).toMatchObject({
        enabled: before.enabled,
        triggerWords: before.triggerWords,
      });
      expect(await savedOf('Nova')).toEqual({ known: 'from-last-save', abilityIds: [news.id, back?.id] });
    },
  );
}
