import type { LocalSlack } from '@abilities-bot/local-slack';
import { expect } from 'vitest';

/** Everything printed, posted or returned, with its source. */
export interface Evidence {
  where: string;
  text: string;
}

/** The encodings in which a secret would still be readable. */
const spellingsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    ...[secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
    ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')],
  ];
};

/** @throws if a secret occurs anywhere, with its name and place but not its value. */
export function expectNoSecret(secrets: Readonly<Record<string, string>>, evidence: readonly Evidence[]): void {
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(7);
    const spellings = spellingsOf(secret);
    const found = evidence.filter(({ text }) => spellings.some((spelling) => text.includes(spelling)));
    expect([...new Set(found.map(({ where }) => `${name} stands in ${where}`))]).toEqual([]);
  }
}

type Seen = Pick<LocalSlack, 'transcript'>;

/** Everything that people can see in a workspace. */
export const saidIn = ({ transcript }: Seen): Evidence[] => [
  ...transcript.messages.map((message) => ({ where: 'a message', text: JSON.stringify(message) })),
  ...transcript.views.map((view) => ({ where: 'a view', text: JSON.stringify(view) })),
];

/** Credentials that allow posting or opening something as the bot for a limited time. */
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

/** Each line of a log or output. */
export const printedIn = (where: string, text: string): Evidence[] =>
  text.split('\n').map((line) => ({ where: `${where}: ${shortOf(line)}`, text: line }));

/** Enough to find the line without repeating a secret. */
const shortOf = (line: string): string => /"msg":"([^"\\]{0,40})/.exec(line)?.[1] ?? `${line.length} characters`;
