import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findVerb, VERBS } from '../../src/core/verbs.ts';
import { renderText } from '../../src/playground/block-kit/render-text.ts';
import { encodeButton } from '../../src/slack/button-value.ts';
import { type House, startHouse } from './start-house.ts';

/**
 * What a line leads to, as a person reads it: in a message, or in a modal. Lines that change something name what is so
 * already, so that they can be said in any order and place.
 */
const ROWS: Record<string, { line: string; shows: RegExp }> = {
  list: { line: 'list category:local', shows: /Garage Door/ },
  search: { line: 'search', shows: /Search/ },
  show: { line: 'show Weather', shows: /Ability ID 6001/ },
  agents: { line: 'agents', shows: /3 Agents/ },
  export: { line: 'export', shows: /export/i },
  enable: { line: 'enable News', shows: /News\W+was enabled already/ },
  disable: { line: 'disable Night Watch', shows: /Night Watch\W+was disabled already/ },
  triggers: { line: 'triggers Weather', shows: /will it rain/ },
  assign: { line: 'assign Echo', shows: /Saving replaces the whole list/ },
  unassign: { line: 'unassign Nova', shows: /Nova/ },
  delete: { line: 'delete Timer', shows: /Delete \*?Timer\*? \(ID \d+\)\?/ },
  undo: { line: 'undo', shows: /There is no change of yours to take back/ },
  upload: { line: 'upload', shows: /Upload an Ability/ },
  new: { line: 'new Night Tides', shows: /Night Tides/ },
  help: { line: 'help delete', shows: /delete/ },
};

/** What the button of a verb leads to, in the help and on the Home tab. */
const TRIES = Object.entries({
  list: /Page 1 of 2/,
  search: /Search/,
  show: /Show/,
  agents: /3 Agents/,
  export: /export/i,
  enable: /Enable/,
  disable: /Disable/,
  triggers: /Trigger words/,
  assign: /3 Agents/,
  unassign: /3 Agents/,
  delete: /Delete/,
  undo: /There is no change of yours to take back/,
  upload: /Upload an Ability/,
  new: /Night Tides/,
  help: /abilities help/,
});

const buttonOf = (name: string) => encodeButton({ do: findVerb(name)?.tryLine ?? '' });

test('every verb of the table is tried', () => {
  const names = VERBS.map(({ name }) => name).sort();
  expect(Object.keys(ROWS).sort()).toEqual(names);
  expect(TRIES.map(([name]) => name).sort()).toEqual(names);
});

describe.each(['socket', 'http'] as const)('every verb over %s', (mode) => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse({ mode });
  });
  afterAll(() => house.close());

  /** What the person sees that was not there before: messages and modals, as text. */
  async function sees(shows: RegExp, act: () => Promise<unknown>): Promise<void> {
    const { slack } = house;
    const before = new Set(shown().map(({ key }) => key));
    await act();
    await slack.waitFor(() => shown().find(({ key, text }) => !before.has(key) && shows.test(text)));
    const modal = slack.as(slack.people.ana).modal();
    if (modal) await slack.as(slack.people.ana).closeView(modal, { all: true });
  }

  function shown(): { key: string; text: string }[] {
    const { messages, views } = house.slack.transcript;
    const ofMessages = messages.map((message) => {
      const text = `${message.text}\n${renderText(message)}`;
      return { key: `${message.ts} ${text}`, text };
    });
    const ofViews = views
      .filter(({ open }) => open)
      .map((view) => {
        const text = renderText({ ...view, ...view.definition });
        return { key: `${view.id} ${text}`, text };
      });
    return [...ofMessages, ...ofViews];
  }

  test.each(Object.entries(ROWS))('%s, typed', async (_verb, { line, shows }) => {
    const { slack } = house;
    await sees(shows, () => slack.as(slack.people.ana).command(line));
  });

  test.each(Object.entries(ROWS))('%s, said to the bot in a thread', async (_verb, { line, shows }) => {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    const { ops } = slack.channels;
    const { messageTs: threadTs } = await ana.say(ops, 'What is going on here?');
    await sees(formOr(shows), () => ana.say(ops, `@abilities ${line}`, { threadTs }));
  });

  test.each(TRIES)('%s, by the button of the help', async (name, shows) => {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await ana.command(`help ${name}`);
    const help = await slack.nextMessage(({ text }) => text.includes(`/abilities ${name}`));
    await sees(shows, () => ana.click(help, { value: buttonOf(name) }));
  });

  test.each(TRIES)('%s, by a button of the Home tab', async (name, shows) => {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await ana.openHome();
    const home = await slack.waitFor(({ views }) => views.find(({ type }) => type === 'home'));
    await sees(shows, () => ana.click(home, { value: buttonOf(name) }));
  });
});

/** A form cannot open on a mention: its button stands in the message. */
const formOr = (shows: RegExp) => new RegExp(`${shows.source}|needs a form`, shows.flags);
