import { renderText } from '@abilities-bot/local-slack/block-kit';
import type { House } from './start-house.ts';

/** The question that follows a form with a time, in its place. */
export const planQuestion = ({ slack }: Pick<House, 'slack'>, text: RegExp) =>
  slack.nextView(({ callbackId, definition, open }) => {
    return open && callbackId === 'plan-question' && text.test(renderText(definition));
  });
