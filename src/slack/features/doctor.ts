import { byUrgency, countFindings, type Finding, sumUp } from '../../core/finding.ts';
import { actions, button } from '../blocks/buttons.ts';
import { countOf, fitTexts, foreign, type MessageAnswer, section, toFallback } from '../blocks/kit.ts';
import type { DrawnOutcome, SlackFeature } from '../feature.ts';

/** Characters of JSON per section. */
const MAX_LINES = 2700;

const MAX_SECTIONS = 4;

/** Lists problems with their fixes. Passed checks are only counted, unless `all`. */
function doctorMessage({ all, findings }: DrawnOutcome<'examined'>): MessageAnswer {
  const passed = countFindings(findings, 'good');
  const shown = byUrgency(findings).filter(({ state }) => all || state !== 'good');
  const head = `*${sumUp(findings)}*`;
  const texts = fitTexts(shown.map(line), MAX_LINES, MAX_SECTIONS);
  const isFolded = !all && passed > 0;
  const foot = isFolded && passed < findings.length ? [`${countOf(passed, 'other check')} passed`] : [];
  return {
    surface: 'message',
    title: 'Doctor',
    replaces: true,
    text: toFallback([head, ...texts, ...foot].join('\n')),
    blocks: [
      ...[head, ...texts, ...foot].map(section),
      ...actions(
        isFolded ? button('Show all checks', { do: 'doctor all' }) : null,
        button('Check again', { do: all ? 'doctor all' : 'doctor' }),
        button('Settings…', { do: 'settings' }),
      ),
    ],
  };
}

const MARKS = { bad: ':warning: ', unknown: '', good: '✓ ' } as const;

/** `found` and `fix` are full sentences that may contain text from other systems. */
function line({ fix, found, state, subject }: Finding): string {
  const what = `${MARKS[state]}*${subject}*: ${foreign(found, 400)}`;
  return fix === null ? what : `${what} ${foreign(fix, 400)}`;
}

export const doctorFeature = {
  drawings: { examined: { view: doctorMessage } },
} satisfies SlackFeature;
