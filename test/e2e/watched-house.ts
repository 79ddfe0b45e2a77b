import type { Message } from '@abilities-bot/local-slack';
import { afterAll, expect } from 'vitest';
import { type House, startHouse } from './start-house.ts';

type HouseOptions = Parameters<typeof startHouse>[0];

/**
 * For a whole test file: opens setups, and finally searches everything said and logged in them for tokens, keys, the
 * signing secret and response URLs.
 */
export function watchHouses(): (options: HouseOptions) => Promise<House> {
  const houses: House[] = [];
  afterAll(() => {
    for (const house of houses) expectNoSecrets(house);
  });
  return async (options) => {
    const house = await startHouse(options);
    houses.push(house);
    return house;
  };
}

function expectNoSecrets({ slack, service, logLines }: House): void {
  const responseUrls = slack.transcript.deliveries.flatMap(({ payload }) =>
    typeof payload.response_url === 'string' ? [payload.response_url] : [],
  );
  const secrets = [slack.botToken, slack.appToken, slack.signingSecret, service.apiKey, ...responseUrls];
  const said = slack.transcript.messages.map((message) => JSON.stringify(message));
  expect(responseUrls).not.toEqual([]);
  expect(logLines.length).toBeGreaterThan(0);
  expect([...said, ...logLines].filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
}

/** The next match that was not there before. */
export async function hear(
  { slack }: House,
  act: () => Promise<unknown>,
  fits: (message: Message) => boolean,
): Promise<Message> {
  const after = slack.transcript.revision;
  await act();
  return slack.nextMessage(fits, { after });
}
