import { describe, expect, test } from 'vitest';
import type { ToggleResult } from '../../src/core/features/toggle/toggle.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { type AnyServiceError, InvalidRequestError } from '../../src/service/errors.ts';
import type { DrawContext } from '../../src/slack/feature.ts';
import { noticeOf, renderOutcome } from '../../src/slack/pipeline/draw.ts';
import { ERRORS } from './error-cases.ts';
import { HUGE_CATALOG } from './golden-extremes.ts';
import { problemsOf } from './problems-of.ts';
import { ASKED, ability, CHANGE_ID, entryOf, FRAME, installed, listOf } from './sample-values.ts';

const WIDE: DrawContext = { ...FRAME, undo: CHANGE_ID, canShare: true, redraw: 'list page:626' };

test('fifty Abilities that were switched are all named, however long their names', () => {
  const results = Array.from({ length: 50 }, (_, index): ToggleResult => {
    return { kind: 'toggled', id: installed(1, 'x').id, name: `${index} ${'x'.repeat(250)}` };
  });
  const notice = noticeOf({ kind: 'toggled-several', enabled: true, results }, ASKED) ?? '';
  expect(notice.match(/^• \*\d+ x+…\* enabled$/gm)).toHaveLength(50);
});

describe('fifty Abilities that were not switched, for mixed reasons, are all named', () => {
  const long = (index: number) => `${index} ${'x'.repeat(250)}`;
  const entry = (index: number) => ({ ...entryOf('Garage Door'), name: long(index) });
  const reasons: ((index: number) => ToggleResult)[] = [
    (n) => ({ kind: 'refused', asked: long(n), refusal: { why: 'not-installed', entry: entry(n) } }),
    (n) => ({ kind: 'refused', asked: long(n), refusal: { why: 'orphan', entry: entry(n) } }),
    (n) => ({
      kind: 'refused',
      asked: long(n),
      refusal: { why: 'no-such-ability', asked: long(n), suggestions: [long(n), long(n), long(n)] },
    }),
    (n) => ({
      kind: 'refused',
      asked: long(n),
      refusal: { why: 'several-abilities', asked: long(n), candidates: [entry(n), entry(n)] },
    }),
    (n) => ({ kind: 'needs-trigger-words', id: installed(1, 'x').id, name: long(n) }),
    (n) => ({
      kind: 'trouble',
      id: installed(1, 'x').id,
      name: long(n),
      error: ERRORS.unavailable.timeout,
      effect: 'unknown',
    }),
    (n) => ({
      kind: 'trouble',
      id: installed(1, 'x').id,
      name: long(n),
      effect: 'none',
      error: new InvalidRequestError({ endpoint: 'list Abilities', status: 400, detail: `Refused: ${long(n)}` }),
    }),
    (n) => ({ kind: 'toggled', id: installed(1, 'x').id, name: long(n) }),
  ];
  const allErrors = Object.values(ERRORS).flatMap((errors) => Object.values<AnyServiceError>(errors));
  const everyReason = [
    ...reasons,
    ...allErrors.flatMap((error) =>
      (['none', 'unknown'] as const).map(
        (effect) =>
          (n: number): ToggleResult => ({ kind: 'trouble', id: installed(1, 'x').id, name: long(n), error, effect }),
      ),
    ),
  ];

  test.each([
    ['one reason', reasons.slice(0, 1)],
    ['another reason', reasons.slice(3, 4)],
    ['a sentence of the service for each', reasons.slice(6, 7)],
    ['some reasons', reasons],
    ['every reason that there is', everyReason],
  ])('%s', (_name, kinds) => {
    const results = Array.from({ length: 50 }, (_, n) => kinds[n % kinds.length]?.(n) ?? []).flat();
    const outcome: Outcome = { kind: 'toggled-several', enabled: true, results };
    const notice = noticeOf(outcome, ASKED) ?? '';
    for (let n = 0; n < 50; n += 1) expect(notice).toMatch(new RegExp(`\\*${n} x+…\\*`));
    expect(notice).not.toMatch(/and \d+ more/);
    expect(notice.length).toBeLessThanOrEqual(2900);
    const drawn = [renderOutcome(outcome, WIDE), renderOutcome(outcome, { ...WIDE, redrawn: listOf(HUGE_CATALOG) })];
    expect(drawn.flatMap(problemsOf)).toEqual([]);
  });

  test('reasons that are shared are told once', () => {
    const results = Array.from({ length: 50 }, (_, n) => reasons[n % 5]?.(n) ?? []).flat();
    const notice = noticeOf({ kind: 'toggled-several', enabled: true, results }, ASKED) ?? '';
    const lines = notice.split('\n').slice(1);
    expect(lines).toHaveLength(5);
    expect(lines.join('\n')).toContain('Add trigger words first.');
    expect(lines.join('\n')).toContain('Several Abilities have this name. Use the ID instead.');
  });

  test('reasons get shorter before they are left out', () => {
    const results = Array.from({ length: 50 }, (_, n) => reasons[n % reasons.length]?.(n) ?? []).flat();
    const notice = noticeOf({ kind: 'toggled-several', enabled: true, results }, ASKED) ?? '';
    expect(notice).toContain("Abilities that aren't installed must be added to an Agent first.");
    expect(notice).toMatch(/The first of 6 reasons: The voice service rejected this: “Refused: 6 x+…/);
  });

  test('fifty that may be deleted or not are all named', () => {
    const results = Array.from({ length: 50 }, (_, n) => ({
      id: ability(6000 + n, 'x').id,
      name: long(n),
      fate: n % 2 === 0 ? ('unknown' as const) : ('still-there' as const),
    }));
    const notice = noticeOf({ kind: 'deleted-several', results }, ASKED) ?? '';
    for (let n = 0; n < 50; n += 1) expect(notice).toMatch(new RegExp(`\\*${n} x+…\\*`));
  });
});
