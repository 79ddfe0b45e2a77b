import type { Requester } from '../../core/access.ts';
import { type Finding, sumUp } from '../../core/finding.ts';
import { actions, button } from '../blocks/buttons.ts';
import type { Drawings } from '../blocks/drawing.ts';
import { context, fitTexts, foreign, type MessageAnswer, section, time, toFallback } from '../blocks/kit.ts';

/** Within one section, as JSON writes them; and how many sections there may be. */
const MAX_LINES = 2700;

const MAX_SECTIONS = 4;

/** What the doctor found: a line for each check, which begins with its state in words. */
export function doctorMessage(findings: readonly Finding[], { at, ref }: Requester): MessageAnswer {
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

/** The findings are whole sentences, in parts from outside. */
function line({ fix, found, state, subject }: Finding): string {
  const what = `*${state}* · ${subject}: ${foreign(found, 400)}`;
  return fix === null ? what : `${what} To do: ${foreign(fix, 400)}`;
}

export const doctorDrawings: Drawings<'examined'> = {
  examined: { view: ({ findings }, { requester }) => doctorMessage(findings, requester) },
};
