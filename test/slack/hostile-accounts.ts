import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Answer } from '../../src/slack/blocks/kit.ts';
import type { DrawContext } from '../../src/slack/feature.ts';
import { abilityOption } from '../../src/slack/features/assign/abilities-field.ts';
import { unassignModal } from '../../src/slack/features/assign/assign.ts';
import { suggestName } from '../../src/slack/features/upload/suggest-name.ts';
import { noticeOf, renderOutcome } from '../../src/slack/pipeline/draw.ts';
import { markShared } from '../../src/slack/pipeline/sharing.ts';
import { hasForeignControl, mrkdwnOf } from './control-sequences.ts';
import { hostileNotices, hostileQuestions, hostileViews } from './hostile-outcomes.ts';
import { HOSTILE_TEXTS, type HostileText } from './hostile-texts.ts';
import { hostileUploads } from './hostile-uploads.ts';
import { problemsOf } from './problems-of.ts';
import { ASKED, ability, agent, CHANGE_ID, FRAME, ORIGIN } from './sample-values.ts';
import { isReadable, valuesOf } from './values-of.ts';

/** The widest frame: with Undo, a way to share it, and the longest line to redraw. */
const LONGEST_LINE = `list ${'w'.repeat(50)} category:background_daemon state:not-installed sort:updated page:999999`;
const WIDE: DrawContext = { ...FRAME, undo: CHANGE_ID, canShare: true, redraw: LONGEST_LINE };

interface HostileOutcome {
  outcome: Outcome;
  notice: string;
}

const hostileTold = (text: string): HostileOutcome[] =>
  hostileNotices(text).map((outcome) => ({ outcome, notice: noticeOf(outcome, ASKED) ?? '' }));

/** The one with the longest text, and the one with the longest first line. */
function widest(told: readonly HostileOutcome[]): Outcome[] {
  const by = (size: (notice: string) => number) =>
    told.reduce((most, one) => (size(one.notice) > size(most.notice) ? one : most)).outcome;
  const length = (text: string) => JSON.stringify(text).length;
  return [by(length), by((notice) => length(notice.split('\n')[0] ?? ''))];
}

function hostileAnswers(text: string, told: readonly HostileOutcome[]): Answer[] {
  const views = hostileViews(text);
  const widestNotices = widest(told);
  const row = { agent: agent(500, text), abilityNames: Array<string>(100).fill(text), known: 'from-service' } as const;
  const drawn: Answer[] = [
    ...[...told.map(({ outcome }) => outcome), ...views, ...hostileQuestions(text)].map((outcome) =>
      renderOutcome(outcome, FRAME),
    ),
    ...[...widestNotices, ...views, ...hostileQuestions(text)].map((outcome) => renderOutcome(outcome, WIDE)),
    // Results above a view, as after a click.
    ...views.flatMap((redrawn) => widestNotices.map((outcome) => renderOutcome(outcome, { ...WIDE, redrawn }))),
    { surface: 'modal', view: unassignModal(row.agent.id, row, ORIGIN) },
    { surface: 'modal', view: unassignModal(row.agent.id, null, ORIGIN) },
  ];
  const shown = drawn.flatMap((answer) => (answer.surface === 'message' ? [markShared(answer, ASKED.userId)] : []));
  return [...drawn, ...shown, ...hostileUploads(text)];
}

/** Whatever the names and descriptions of an account are, Slack accepts what is made of them. */
export function testHostileAccounts(names: readonly HostileText[]): void {
  describe.each(names)('an account full of %s', (name) => {
    const text = HOSTILE_TEXTS[name];
    let told: HostileOutcome[] = [];
    let answers: Answer[] = [];
    beforeAll(() => {
      told = hostileTold(text);
      answers = hostileAnswers(text, told);
    });
    // Those of all texts together are hundreds of megabytes.
    afterAll(() => {
      told = [];
      answers = [];
    });

    test('is taken by Slack in every message and modal', () => {
      expect(answers.flatMap(problemsOf)).toEqual([]);
    });

    test('is described in one text that fits into a section, whose first line is short', () => {
      const notices = told.map(({ notice }) => notice);
      expect(notices.filter((notice) => notice.length > 2900)).toEqual([]);
      expect(notices.filter((notice) => (notice.split('\n')[0] ?? '').length > 1500)).toEqual([]);
    });

    test('mentions nobody, links nowhere', () => {
      expect(answers.flatMap(mrkdwnOf).filter(hasForeignControl)).toEqual([]);
    });

    test('is included for notifications and screen readers', () => {
      const spoken = answers.flatMap((answer) => (answer.surface === 'message' ? [answer.text.trim()] : []));
      expect(spoken).not.toContain('');
    });

    test('leaves every button one that can be read', () => {
      expect(answers.flatMap(valuesOf).filter((value) => !isReadable(value))).toEqual([]);
    });

    test('gives options of a select that Slack takes', () => {
      const { text: label } = abilityOption(ability(1, text));
      expect(label.text.length).toBeGreaterThan(0);
      expect(label.text.length).toBeLessThanOrEqual(75);
    });

    test('gives a name to start from that fits into its field', () => {
      const suggested = suggestName(text);
      expect(suggested.length).toBeLessThanOrEqual(80);
      expect(suggested).toMatch(/^(?:\p{L}[\p{L}\p{M}\p{N} ]*)?$/u);
    });
  });
}
