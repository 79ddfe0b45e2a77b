import type { Delivery, Message } from '@abilities-bot/local-slack';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeButton, encodeUploadChoice } from '../../src/slack/button-value.ts';
import { GOLDEN_CASES } from '../slack/golden-cases.ts';
import { valuesOf } from '../slack/values-of.ts';
import { clickOn, type Drawn, drawEverything, submissionOf, valuesIn } from './twin-crossing.ts';
import { inside, shownAfter, startTwins, type Twins } from './twin-house.ts';
import { expectNothingCrossed, onlyIn, readKept } from './twin-photograph.ts';

const COPIED = 'This button belongs to another workspace.';
const CHOICES = ['cancel', 'send', 'send-wrapped', 'update', 'replace', 'change'] as const;

let twins: Twins;
let north: Drawn;
/** Ana's click in the South, on a private message. */
let clicked: Delivery;

beforeAll(async () => {
  twins = await startTwins();
  north = await drawEverything(twins, 'north');
  const { ana, slack } = inside(twins, 'south');
  const list = await shownAfter(slack, /Abilities · /, () => ana.command('list', { channel: slack.channels.ops }));
  clicked = await ana.click(list, { text: 'Refresh' });
  await slack.nextMessage(({ edits, ts }) => edits > 0 && 'ts' in list && ts === list.ts);
});
afterAll(() => twins.close());

const south = () => inside(twins, 'south').slack;
/** Fewer than one person may have in progress. */
const AT_ONCE = 5;

/** Delivers all of them in the South: each is refused with a reason, and nothing else happens anywhere. */
async function expectCopied(deliveries: readonly Delivery[]): Promise<void> {
  const slack = south();
  const after = slack.transcript.revision;
  const calls = twins.callsOf('south').length;
  const kept = await readKept(twins, 'south');
  await onlyIn(twins, 'south', async () => {
    for (let from = 0; from < deliveries.length; from += AT_ONCE) {
      const some = deliveries.slice(from, from + AT_ONCE);
      const acks = await Promise.all(some.map((delivery) => slack.redeliver(delivery)));
      expect(acks.filter(({ acked }) => !acked)).toEqual([]);
      await slack.waitFor(() => told(after).length >= from + some.length);
    }
  });
  expect(told(after).filter(({ text }) => !text.startsWith(COPIED))).toEqual([]);
  expect(told(after)).toHaveLength(deliveries.length);
  expect(slack.transcript.views.filter(({ revision, type }) => type === 'modal' && revision > after)).toEqual([]);
  expect(twins.callsOf('south')).toHaveLength(calls);
  expect(await readKept(twins, 'south')).toBe(kept);
}
const told = (after: number): Message[] => south().transcript.messages.filter(({ revision }) => revision > after);

describe('a button of another workspace does nothing', () => {
  // One of each group that differs only in numbers.
  const values = Object.values(GOLDEN_CASES).flatMap(valuesOf);
  const golden = [...new Map(values.map((value) => [value.replace(/\d+/g, 'N'), value])).values()];
  const everyValue = () => {
    const drawn = [...new Set(valuesIn(north.messages))];
    const choices = CHOICES.map((decide) => encodeUploadChoice({ upload: north.upload, decide }));
    expect(golden.length).toBeGreaterThan(150);
    expect(drawn.length).toBeGreaterThan(60);
    expect(drawn.filter((value) => value.includes(north.upload)).length).toBeGreaterThan(2);
    expect(drawn).toContain(encodeButton({ do: `approve ${north.approval}` }));
    return [...new Set([...golden, ...drawn, ...choices])];
  };

  test('with the mark of the one that drew it', async () => {
    await expectCopied(everyValue().map((value) => clickOn(clicked, value, 'w-T0NORTH-ab120')));
  });

  test.each(['', 'ab120', 'w-T0SOUTH', 'shared-by-U0TWINANA'])('with no mark, but %j', async (blockId) => {
    const some = everyValue().filter((_value, index) => index % 20 === 0);
    await expectCopied(some.map((value) => clickOn(clicked, value, blockId)));
  });

  test('on the Home tab, which shows the sentence at the top', async () => {
    const { ana, slack } = inside(twins, 'south');
    await ana.openHome();
    const home = await slack.nextView(({ type }) => type === 'home');
    const press = await ana.click(home, { text: 'Help' });
    const modal = ana.modal();
    if (modal) await ana.closeView(modal, { all: true });
    const copied = clickOn(press, encodeButton({ do: 'disable Weather' }), 'w-T0NORTH-ab120');
    await onlyIn(twins, 'south', () => shownAfter(slack, new RegExp(COPIED), () => slack.redeliver(copied)));
  });
});

describe('an ID of another workspace is unknown here', () => {
  test.each([
    ['approve', /No request has the ID/],
    ['decline', /No request has the ID/],
    ['undo', /I can't find that change/],
  ] as const)('%s', async (verb, words) => {
    const id = verb === 'undo' ? north.change : north.approval;
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    const { cleo, slack } = inside(twins, 'south');
    const { ops } = slack.channels;
    await onlyIn(twins, 'south', () => shownAfter(slack, words, () => cleo.command(`${verb} ${id}`, { channel: ops })));
  });

  test.each(CHOICES)('an upload to %s, under a mark of here', async (decide) => {
    const click = clickOn(clicked, encodeUploadChoice({ upload: north.upload, decide }), 'w-T0SOUTH-ab120');
    await onlyIn(twins, 'south', () => shownAfter(south(), /That upload is too old/, () => south().redeliver(click)));
    expect((await twins.store.of('T0NORTH').uploads.find(north.upload))?.state).toBe('asking');
  });
});

describe('a form of another workspace', () => {
  const key = { api_key: { api_key: { type: 'plain_text_input', value: 'key-made-up-of-north' } } };
  const typed = { typed_name: { typed_name: { type: 'plain_text_input', value: 'Weather' } } };

  test('does nothing here, nor there', async () => {
    const forms = new Set(north.forms.map(({ callbackId }) => callbackId));
    expect(forms.size).toBe(11);
    const before = await readKept(twins, 'south');
    for (const form of north.forms) {
      const sent = submissionOf(clicked, form, { ...key, ...typed });
      const { acked, body } = await onlyIn(twins, 'south', () => south().redeliver(sent));
      expect({ acked, body }).toMatchObject({ acked: true, body: { response_action: 'update' } });
      expect(JSON.stringify(body)).toContain('belongs to another workspace');
    }
    expect(await readKept(twins, 'south')).toBe(before);
  });

  test('redraws nothing and offers only what is here', async () => {
    const form = north.forms.find(({ callbackId }) => callbackId === 'assign');
    if (!form) throw new Error('There is a form of an assignment.');
    const { payload, ...rest } = submissionOf(clicked, form);
    const action = {
      type: 'multi_external_select',
      action_id: 'abilities',
      block_id: 'Abilities',
      selected_options: [],
    };
    const chosen = { ...rest, payload: { ...payload, type: 'block_actions', actions: [action] } };
    const calls = twins.callsOf('south').length;
    await onlyIn(twins, 'south', async () => expect(await south().redeliver(chosen)).toMatchObject({ acked: true }));
    expect(twins.callsOf('south')).toHaveLength(calls);
    const asking = { ...rest, payload: { ...payload, ...action, type: 'block_suggestion', value: 'Weather' } };
    const { body } = await onlyIn(twins, 'south', () => south().redeliver(asking));
    expect(body).toMatchObject({ options: [{ value: String(twins.idsOf.south.weather) }] });
  });

  test('that says to be of here knows no upload of there', async () => {
    const ofUpload = north.forms.filter(({ privateMetadata }) => privateMetadata.includes(north.upload));
    expect(ofUpload.map(({ callbackId }) => callbackId).sort()).toEqual(['replace', 'upload']);
    for (const form of ofUpload) {
      const forged = { ...form, privateMetadata: form.privateMetadata.replace('"of":"T0NORTH"', '"of":"T0SOUTH"') };
      const sent = submissionOf(clicked, forged, typed);
      const { body } = await onlyIn(twins, 'south', () => south().redeliver(sent));
      expect(JSON.stringify(body)).toMatch(/That upload is too old/);
    }
    expect((await twins.store.of('T0NORTH').uploads.find(north.upload))?.state).toBe('asking');
  });
});

test('in all that was said and asked, nothing crossed', () => {
  expectNothingCrossed(twins);
});
