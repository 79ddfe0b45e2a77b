import type { Message, Person, View } from '@abilities-bot/local-slack';
import { type Block, renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

const NOBODY = { users: [], groups: [] };

let house: House;
afterEach(() => house.close());

/** The first button of the block under the pointer. */
function buttonAt(blocks: readonly Block[], at: number) {
  const block = blocks[at];
  const elements = block?.type === 'actions' ? block.elements : block?.type === 'section' ? [block.accessory] : [];
  const [found] = elements;
  if (found?.type !== 'button') throw new Error(`There is no button at block ${at}`);
  return { blockId: block?.block_id ?? '', actionId: found.action_id };
}

/** The position of an Ability's toggle. */
function placeOf({ blocks }: Message | View, label: string): number {
  return blocks.findIndex((block) => {
    const elements = block.type === 'actions' ? block.elements : block.type === 'section' ? [block.accessory] : [];
    return elements.some((one) => one?.type === 'button' && one.accessibility_label === label);
  });
}

const pressAt = (person: Person, where: Message | View, at: number) =>
  house.slack.as(person).click(where, buttonAt(where.blocks, at));

/** The names in the rows. */
const rowsOf = ({ blocks }: Message) =>
  blocks.flatMap((block) => {
    const name =
      block.type === 'section'
        ? /^(?::\w+: )?\*([^*]+)\* {2}(?:Enabled|Disabled|Not installed|Orphaned)/u.exec(block.text?.text ?? '')?.[1]
        : undefined;
    return name === undefined ? [] : [name];
  });

const stateOf = async (name: string) =>
  (await otherCaller(house).listInstalledAbilities()).find((row) => row.name === name)?.enabled;

describe('two clicks at the same place', () => {
  test('of a filtered list hit the same Ability, and the rows stay where they are until Refresh', async () => {
    house = await startHouse({ mode: 'socket' });
    const { slack } = house;
    const { ana } = slack.people;
    await slack.as(ana).command('list state:enabled');
    const list = await slack.nextMessage(({ text }) => text.includes('match enabled'));
    const [at, rows] = [placeOf(list, 'Disable News'), rowsOf(list)];
    const disabled = await hear(
      house,
      () => pressAt(ana, list, at),
      ({ text }) => text.includes('News disabled by'),
    );
    expect(disabled.ts).toBe(list.ts);
    expect(rowsOf(disabled)).toEqual(rows);
    expect(disabled.text).toContain('News: disabled');
    expect(renderText(disabled)).toContain('6 of 12 Abilities match enabled');
    const enabled = await hear(
      house,
      () => pressAt(ana, disabled, at),
      ({ text }) => text.includes('News enabled by'),
    );
    expect(rowsOf(enabled)).toEqual(rows);
    expect(await stateOf('News')).toBe(true);
    // One list shows several changes; one of them is undone.
    const first = await hear(
      house,
      () => pressAt(ana, enabled, placeOf(enabled, 'Disable Weather')),
      ({ text }) => text.includes('Weather disabled by'),
    );
    const second = await hear(
      house,
      () => pressAt(ana, first, at),
      ({ text }) => text.includes('News disabled by'),
    );
    expect(rowsOf(second)).toEqual(rows);
    const undone = await hear(
      house,
      () => slack.as(ana).click(second, { text: 'Undo' }),
      ({ text }) => text.includes('Undone: News is enabled again'),
    );
    expect(rowsOf(undone)).toEqual(rows);
    expect(placeOf(undone, 'Disable News')).toBe(at);
    const fresh = await hear(
      house,
      () => slack.as(ana).click(undone, { text: 'Refresh' }),
      ({ text }) => !text.includes('Undone'),
    );
    expect(rowsOf(fresh)).toEqual(rows.filter((name) => name !== 'Weather'));
  });

  test('of a list that is sorted by state hit the same Ability', async () => {
    house = await startHouse({ mode: 'socket' });
    const { slack } = house;
    const { ana } = slack.people;
    await slack.as(ana).command('list sort:state');
    const list = await slack.nextMessage(({ text }) => text.includes('News: enabled'));
    const at = placeOf(list, 'Disable News');
    const disabled = await hear(
      house,
      () => pressAt(ana, list, at),
      ({ text }) => text.includes('News disabled by'),
    );
    expect(rowsOf(disabled)).toEqual(rowsOf(list));
    expect(placeOf(disabled, 'Enable News')).toBe(at);
  });

  test('of a list that everybody sees hit the same Ability, no matter who clicks', async () => {
    house = await startHouse({ mode: 'socket' });
    const { slack } = house;
    const { ana, ben } = slack.people;
    const channel = slack.channels.ops;
    const own = await hear(
      house,
      () => slack.as(ana).command('list state:enabled', { channel }),
      ({ text }) => text.includes('match enabled'),
    );
    const shared = await hear(
      house,
      () => slack.as(ana).click(own, { text: 'Show in channel' }),
      ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'),
    );
    const rows = rowsOf(shared);
    const at = placeOf(shared, 'Disable News');
    const drawn = (words: string) => (message: Message) =>
      message.ts === shared.ts && message.text.includes(words) && message.edits > 0;
    const once = await hear(house, () => pressAt(ana, shared, at), drawn('News: disabled'));
    const other = placeOf(once, 'Disable Weather');
    const twice = await hear(house, () => pressAt(ben, once, other), drawn('Weather: disabled'));
    expect(rowsOf(twice)).toEqual(rows);
    const back = await hear(house, () => pressAt(ben, twice, at), drawn('News: enabled'));
    expect(rowsOf(back)).toEqual(rows);
    expect([await stateOf('News'), await stateOf('Weather')]).toEqual([true, false]);
    // A deleted Ability keeps its place in the list.
    const card = await hear(
      house,
      () => slack.as(ana).click(back, { text: 'More about…' }, { option: 'Weather' }),
      ({ ephemeralFor, text }) => ephemeralFor === ana.id && text.includes('Tells the weather'),
    );
    const without = await hear(
      house,
      () => slack.as(ana).click(card, { text: 'Delete Weather' }),
      drawn('No longer on the account'),
    );
    expect(placeOf(without, 'Disable News')).toBe(at);
  });

  test('of the history undo one change, and the rows stay where they are until Refresh', async () => {
    house = await startHouse({ mode: 'socket' });
    const { slack } = house;
    const { ana } = slack.people;
    for (const line of ['disable Weather', 'disable News']) {
      await hear(
        house,
        () => slack.as(ana).command(line),
        ({ text }) => text.includes('disabled by'),
      );
    }
    const history = await hear(
      house,
      () => slack.as(ana).command('history'),
      ({ text }) => text.startsWith('Audit log'),
    );
    const lines = (message: Message) =>
      message.blocks.flatMap((block) => (block.type === 'section' ? [block.text?.text ?? ''] : []));
    const at = history.blocks.findIndex(
      (block) => block.type === 'section' && /You disabled \*News\*$/.test(block.text?.text ?? ''),
    );
    const undone = await hear(
      house,
      () => pressAt(ana, history, at),
      ({ text }) => text.startsWith('✓ Undone'),
    );
    expect(lines(undone)[at]).toMatch(/You disabled \*News\* · undone by/);
    expect(lines(undone)[at + 1]).toMatch(/You disabled \*Weather\*/);
    expect(buttonAt(undone.blocks, at).actionId).toBe('redo');
    // The row below still shows the older change.
    const both = await hear(
      house,
      () => pressAt(ana, undone, at + 1),
      ({ text }) => text.startsWith('✓ Undone: Weather'),
    );
    expect(lines(both)[at + 1]).toMatch(/You disabled \*Weather\* · undone by/);
    expect([await stateOf('News'), await stateOf('Weather')]).toEqual([true, true]);
    const fresh = await hear(
      house,
      () => slack.as(ana).click(both, { text: 'Refresh' }),
      ({ text }) => text.startsWith('Audit log'),
    );
    expect(lines(fresh)[at]).toMatch(/You enabled \*Weather\* again/);
  });

  test('of what waits for a second admin decide one request, whose row says what was decided', async () => {
    const grants = { viewer: NOBODY, editor: NOBODY, admin: { users: ['U0LOCALBEN'], groups: [] } };
    house = await startHouse({ mode: 'socket', policy: { approvals: ['delete-enabled', 'replace-enabled'], grants } });
    const { slack } = house;
    const { ana, ben } = slack.people;
    for (const name of ['Timer', 'News']) {
      const question = await hear(
        house,
        () => slack.as(ana).command(`delete ${name}`),
        ({ text }) => text.includes(`${name}  Enabled`),
      );
      await hear(
        house,
        () => slack.as(ana).click(question, { text: 'Ask to delete' }),
        ({ ephemeralFor, text }) => ephemeralFor === null && text.includes(`wants to delete ${name}`),
      );
    }
    const listFor = (person: Person) =>
      hear(
        house,
        () => slack.as(person).command('approve'),
        ({ ephemeralFor, text }) => ephemeralFor === person.id && /^\d+ pending approvals?/.test(text),
      );
    const waiting = await listFor(ben);
    const pick = (label: string) => ({ text: label });
    const at = placeOf(waiting, 'Decline: delete News');
    const press = (message: Message, label: string) => slack.as(ben).click(message, pick(label));
    const declined = await hear(
      house,
      () => press(waiting, 'Decline: delete News'),
      ({ text }) => text.includes(' declined '),
    );
    expect(declined.ts).toBe(waiting.ts);
    const buttonsAt = ({ blocks }: Message, place: number) => {
      const block = blocks[place];
      return block?.type === 'actions' ? block.elements.map((one) => (one.type === 'button' ? one.text.text : '')) : [];
    };
    expect(buttonsAt(declined, at)).toEqual(['Declined', 'Show']);
    expect(placeOf(declined, 'Decline: delete Timer')).toBe(placeOf(waiting, 'Decline: delete Timer'));
    const again = await hear(
      house,
      () => pressAt(ben, declined, at),
      ({ text }) => text.includes('already'),
    );
    expect(placeOf(again, 'Decline: delete Timer')).toBe(placeOf(waiting, 'Decline: delete Timer'));
    const fresh = await hear(
      house,
      () => slack.as(ben).click(again, { text: 'Refresh' }),
      ({ text }) => /^\d+ pending approvals?/.test(text),
    );
    expect(renderText(fresh)).not.toContain('News');
    const own = await listFor(ana);
    const ownAt = placeOf(own, 'Withdraw: delete Timer');
    const withdrawn = await hear(
      house,
      () => pressAt(ana, own, ownAt),
      ({ text }) => text.includes('You withdrew your request'),
    );
    expect(buttonsAt(withdrawn, ownAt)).toEqual(['Withdrawn', 'Show']);
  });

  test('of the Home tab hit the same Ability', async () => {
    house = await startHouse({ mode: 'socket' });
    const { slack } = house;
    const { ana } = slack.people;
    const homeWith = (words: string) =>
      slack.waitFor(({ views }) =>
        views.find((view) => view.type === 'home' && view.userId === ana.id && renderText(view).includes(words)),
      );
    await slack.as(ana).openHome();
    const home = await homeWith('*News*  Enabled');
    const at = placeOf(home, 'Disable News');
    await pressAt(ana, home, at);
    const disabled = await homeWith('*News* disabled by');
    expect(placeOf(disabled, 'Enable News')).toBe(at);
    await pressAt(ana, disabled, at);
    const enabled = await homeWith('*News* enabled by');
    expect(placeOf(enabled, 'Disable News')).toBe(at);
  });
});
