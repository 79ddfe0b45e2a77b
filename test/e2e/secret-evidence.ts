import type { LocalSlack } from '@abilities-bot/local-slack';
import { expect } from 'vitest';

/** Everything that was printed, said or answered, with where it came from. */
export interface Evidence {
  where: string;
  text: string;
}

/** In which spellings somebody could read it all the same. */
const spellingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    ...[secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
    ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')],
  ];
};

/** @throws when a secret stands anywhere, with its name and where, and not with its value. */
export function expectNoSecret(secrets: Readonly<Record<string, string>>, evidence: readonly Evidence[]): void {
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(7);
    const spellings = spellingsOf(secret);
    const found = evidence.filter(({ text }) => spellings.some((spelling) => text.includes(spelling)));
    expect([...new Set(found.map(({ where }) => `${name} stands in ${where}`))]).toEqual([]);
  }
}

type Seen = Pick<LocalSlack, 'transcript'>;

/** What people can see in a workspace. */
export const saidIn = ({ transcript }: Seen): Evidence[] => [
  ...transcript.messages.map((message) => ({ where: 'a message', text: JSON.stringify(message) })),
  ...transcript.views.map((view) => ({ where: 'a view', text: JSON.stringify(view) })),
];

/** With which anybody could write or open something in the name of the bot, for a while. */
export function passesOf({ transcript }: Seen): Record<string, string> {
  const passes: Record<string, string> = {};
  for (const { payload } of transcript.deliveries) {
    for (const name of ['response_url', 'trigger_id']) {
      const value = payload[name];
      if (typeof value === 'string') passes[`${name} ${Object.keys(passes).length}`] = value;
    }
  }
  return passes;
}

/** Each line of a log, or of an output. */
export const printedIn = (where: string, text: string): Evidence[] =>
  text.split('\n').map((line) => ({ where: `${where}: ${shortOf(line)}`, text: line }));

/** Enough to find the line, and not so much that a secret is repeated. */
const shortOf = (line: string): string => /"msg":"([^"\\]{0,40})/.exec(line)?.[1] ?? `${line.length} characters`;
