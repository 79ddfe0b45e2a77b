import type { LocalSlack, Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';

export const textOf = (message: Message): string => renderText(message);

/** Waits for messages by their words. `house`: the present one, which a test may replace. */
export function listenTo(house: () => { slack: LocalSlack }) {
  const saying = (words: RegExp, after = 0): Promise<Message> =>
    house().slack.nextMessage((message) => words.test(textOf(message)), { after });
  /** What follows a command. */
  const says = async (who: ReturnType<LocalSlack['as']>, line: string, words: RegExp): Promise<Message> => {
    const after = house().slack.transcript.revision;
    await who.command(line);
    return saying(words, after);
  };
  return { says, saying };
}
