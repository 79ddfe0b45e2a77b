import { checkMessage } from '../../src/playground/block-kit/check-message.ts';
import { checkView } from '../../src/playground/block-kit/check-view.ts';
import type { Problem } from '../../src/playground/block-kit/problem.ts';
import type { Answer } from '../../src/slack/blocks/answer.ts';

/** Why Slack would refuse an answer; none when it would take it. */
export const problemsOf = (answer: Answer): Problem[] =>
  answer.surface === 'modal' ? checkView(answer.view) : checkMessage(answer);
