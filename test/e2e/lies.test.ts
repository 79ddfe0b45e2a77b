import { LIE_NAMES, type Lie, type LocalServiceOptions } from '@abilities-bot/local-service';
import type { Message } from '@abilities-bot/local-slack';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type House, startHouse } from './start-house.ts';

/** What a person does, and what the lie about it must lead to. */
interface Case {
  lie: Lie;
  line: string;
  /** In the form that the line opens. */
  form?: { id: string; values: Record<string, string[]> };
  service?: Partial<LocalServiceOptions>;
  /** Words of the answer, or of the later one. */
  says: RegExp;
}

const assignment = (...abilities: string[]) => ({ form: { id: 'assign', values: { Abilities: abilities } } });

const CASES: readonly Case[] = [
  { lie: 'switch-nothing', line: 'disable News', says: /Not what you asked for: News is still enabled/ },
  { lie: 'switch-nothing', line: 'enable Night Watch', says: /Not what you asked for: Night Watch is still disabled/ },
  {
    lie: 'switch-nothing',
    line: 'disable News, Weather',
    says: /Not what you asked for: News is still enabled; Weather/,
  },
  { lie: 'switch-nothing', line: 'triggers News add: hail', says: /Not what you asked for: News doesn't have “hail”/ },
  { lie: 'lost-words', line: 'triggers News add: hail, sleet', says: /Not what you asked for: News doesn't have/ },
  {
    lie: 'assign-without-installing',
    line: 'assign Nova',
    ...assignment('Garage Door'),
    says: /Not what you asked for: Garage Door isn't installed/,
  },
  { lie: 'assign-nothing', line: 'assign Nova', ...assignment('Garage Door'), says: /Garage Door isn't installed/ },
  {
    lie: 'silent-words',
    line: 'assign Nova',
    ...assignment('Focus Coach'),
    says: /Not what you asked for: Focus Coach's trigger words don't work/,
  },
  {
    lie: 'assign-wipes-others',
    line: 'assign Nova',
    ...assignment('News', 'Timer'),
    // Only the list of an Agent shows it, since both are installed.
    service: { agentRowsCarryAbilities: true },
    says: /Not what you asked for: Nova has different Abilities/,
  },
  { lie: 'late-truth', line: 'disable News', says: /Confirmed: News disabled/ },
  {
    lie: 'late-truth',
    line: 'assign Nova',
    ...assignment('Garage Door'),
    says: /Confirmed: Nova's Abilities changed/,
  },
];

/** Of uploads and updates; see upload-lies.test.ts. */
const OF_UPLOADS: readonly Lie[] = ['old-code', 'duplicate-on-upload'];

describe.each(CASES)('$lie: $line', ({ form, lie, line, says, service: options = {} }) => {
  let house: House;
  afterEach(() => house.close());

  test('is found, and not reported as a success', async () => {
    const isLate = lie === 'late-truth';
    const recheckMs = isLate ? [1000, 5000, 20_000] : [200, 400, 800];
    house = await startHouse({ mode: 'http', service: options, uploadTimes: { recheckMs } });
    const { service, slack } = house;
    const ana = slack.as(slack.people.ana);
    // Until it is released.
    service.lies.lateMs = Number.POSITIVE_INFINITY;
    service.lies.tell(lie);
    await ana.command(line);
    if (form) {
      const view = await slack.nextView(({ callbackId, title }) => callbackId === form.id && title !== 'Reading');
      await ana.submit(view, form.values);
    }
    if (isLate) {
      await slack.nextMessage(({ text }) => text.startsWith('Not confirmed yet'));
      await service.lies.release();
    }
    await slack.nextMessage(({ text }) => says.test(text));
    const told = slack.transcript.messages.map(({ text }: Message) => text);
    expect(told.filter((text) => text.startsWith('✓') && !text.startsWith('✓ Confirmed'))).toEqual([]);
  });
});

describe('delete-nothing', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse({ mode: 'http' });
  });
  afterAll(() => house.close());

  test('is found, and not reported as a success', async () => {
    const { service, slack } = house;
    const ana = slack.as(slack.people.ana);
    service.lies.tell('delete-nothing');
    await ana.command('delete Timer');
    const question = await slack.nextMessage(({ text }) => text.includes('Timer  Enabled'));
    const after = slack.transcript.revision;
    await ana.click(question, { text: 'Delete Timer' });
    const answer = await slack.nextMessage(({ text }) => text.includes('Timer'), { after });
    expect(answer.text).toContain('Timer was not deleted: the voice service still lists it.');
  });
});

test('every lie has a case', () => {
  const tried = new Set<Lie>([...CASES.map(({ lie }) => lie), ...OF_UPLOADS, 'delete-nothing']);
  expect([...tried].sort()).toEqual([...LIE_NAMES].sort());
});
