import type { Requester } from '../../core/access.ts';
import { type Finding, sumUp } from '../../core/finding.ts';
import { actions, button } from '../blocks/buttons.ts';
import type { Drawings } from '../blocks/drawing.ts';
import { context, fitTexts, foreign, type MessageAnswer, section, time, toFallback } from '../blocks/kit.ts';

/** Characters of JSON per section. */
const MAX_LINES = 2700;

const MAX_SECTIONS = 4;

/** One line per check, starting with its state as text. */
function doctorMessage(findings: readonly Finding[], { at, ref }: Requester): MessageAnswer {
  const head = `*${sumUp(findings)}*`;
  const texts = fitTexts(findings.map(line), MAX_LINES, MAX_SECTIONS);
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([head, ...texts].join('\n')),
    blocks: [
      ...[head, ...texts].map(section),
      context(`Looked at ${time(at)}. Nothing was changed. (ref ${ref})`),
      ...actions(
        button('Check again', { do: 'doctor' }),
        button('Settings…', { do: 'settings' }),
        button('Help', { do: 'help' }),
      ),
    ],
  };
}

/** Findings are full sentences that contain foreign text. */
function line({ fix, found, state, subject }: Finding): string {
  const what = `*${state}* · ${subject}: ${foreign(found, 400)}`;
  return fix === null ? what : `${what} To do: ${foreign(fix, 400)}`;
}

export const doctorDrawings: Drawings<'examined'> = {
  examined: { view: ({ findings }, { requester }) => doctorMessage(findings, requester) },
};
