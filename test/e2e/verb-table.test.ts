import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findVerb, VERBS } from '../../src/core/verbs.ts';
import { capital } from '../../src/slack/blocks/kit.ts';
import { encodeButton } from '../../src/slack/button-value.ts';
import { chooseOnHome } from './home-menu.ts';
import { type House, startHouse } from './start-house.ts';
import { buttonsOf } from './twin-house.ts';
import { hear } from './watched-house.ts';

/**
 * The result of a line as a person reads it, in a message or a modal. Lines that change something name a state that
 * already applies, so that they can be used in any order and place.
 */
const ROWS: Record<string, { line: string; shows: RegExp }> = {
  list: { line: 'list category:local', shows: /Garage Door/ },
  search: { line: 'search', shows: /Search/ },
  show: { line: 'show Weather', shows: /Weather {2}Enabled[\s\S]*will it rain/ },
  agents: { line: 'agents', shows: /3 Agents/ },
  export: { line: 'export', shows: /export/i },
  say: { line: 'say will it rain', shows: /Weather {2}Enabled[\s\S]*will it rain/ },
  status: { line: 'status', shows: /12 Abilities[\s\S]*3 Agents[\s\S]*service is up/ },
  enable: { line: 'enable News', shows: /News\W+was already enabled/ },
  disable: { line: 'disable Night Watch', shows: /Night Watch\W+was already disabled/ },
  triggers: { line: 'triggers Weather', shows: /will it rain/ },
  assign: { line: 'assign Echo', shows: /Echo's Abilities/ },
  unassign: { line: 'unassign Nova', shows: /Nova/ },
  scheduled: { line: 'scheduled', shows: /Nothing is planned/ },
  cancel: { line: 'cancel 0123456789abcdef', shows: /already happened or was canceled/ },
  quiet: { line: 'quiet Nowhere', shows: /Nowhere/ },
  resume: { line: 'resume', shows: /Nothing is quiet/ },
  delete: { line: 'delete Timer', shows: /Timer\W+Enabled[\s\S]*\[Delete\]/ },
  undo: { line: 'undo', shows: /You have no changes to undo/ },
  check: { line: 'check', shows: /Memory Keeper is enabled, but its trigger words don't work/ },
  repair: { line: 'repair Unheard', shows: /Unheard/ },
  versions: { line: 'versions Weather', shows: /No versions of \W?Weather\W? yet/ },
  rollback: { line: 'rollback Weather', shows: /No versions of \W?Weather\W? yet/ },
  upload: { line: 'upload', shows: /Upload an Ability/ },
  new: { line: 'new Night Tides', shows: /Night Tides/ },
  approve: { line: 'approve', shows: /No pending approvals/ },
  decline: { line: 'decline', shows: /No pending approvals/ },
  connect: { line: 'connect', shows: /The account is set in the bot's environment/ },
  disconnect: { line: 'disconnect', shows: /The account is set in the bot's environment/ },
  whoami: { line: 'whoami', shows: /Your role is \W*admin/ },
  doctor: { line: 'doctor', shows: /checks passed/ },
  history: { line: 'history', shows: /Audit log/ },
  settings: { line: 'settings', shows: /Default role for members/ },
  help: { line: 'help delete', shows: /delete/ },
};

/** The result of a verb's button in the help and on the Home tab. */
const TRIES = Object.entries({
  list: /page 1 of 2/,
  search: /Search/,
  show: /Show/,
  agents: /3 Agents/,
  export: /export/i,
  say: /What people say/,
  status: /service is up/,
  enable: /Enable/,
  disable: /Disable/,
  triggers: /Trigger words/,
  assign: /3 Agents/,
  unassign: /3 Agents/,
  scheduled: /Nothing is planned/,
  cancel: /Nothing is planned/,
  quiet: /For how long/,
  resume: /Nothing is quiet/,
  delete: /Delete/,
  undo: /You have no changes to undo/,
  check: /Memory Keeper/,
  repair: /Memory Keeper/,
  versions: /== Versions/,
  rollback: /== Versions/,
  upload: /Upload an Ability/,
  new: /Night Tides/,
  approve: /No pending approvals/,
  decline: /No pending approvals/,
  connect: /The account is set in the bot's environment/,
  disconnect: /The account is set in the bot's environment/,
  whoami: /Your role is \W*admin/,
  doctor: /checks passed/,
  history: /Audit log/,
  settings: /Default role for members/,
  help: /abilities history/,
});

/** A mention cannot open a form: these lines get a message with a button. */
const BEHIND_A_BUTTON: ReadonlySet<string> = new Set(['search', 'assign', 'upload', 'settings']);

/** Verbs with a button on the Home tab, labeled with their name. */
const OWN_BUTTONS: ReadonlySet<string> = new Set(['search', 'quiet', 'upload']);

const buttonOf = (name: string) => encodeButton({ do: findVerb(name)?.tryLine ?? '' });

test('every verb of the table is tried', () => {
  const names = VERBS.map(({ name }) => name).sort();
  expect(Object.keys(ROWS).sort(), 'Add a row to ROWS').toEqual(names);
  expect(TRIES.map(([name]) => name).sort(), 'Add a row to TRIES').toEqual(names);
});

describe('every verb', () => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse({ mode: 'http' });
  });
  afterAll(() => house.close());

  /** The newly visible messages and modals, as text. */
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

  test.each(Object.entries(ROWS))('%s, said to the bot in a thread', async (verb, { line, shows }) => {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    const { ops } = slack.channels;
    const { messageTs: threadTs } = await ana.say(ops, 'What is going on here?');
    const say = () => ana.say(ops, `@abilities ${line}`, { threadTs });
    if (!BEHIND_A_BUTTON.has(verb)) return sees(shows, say);
    const told = await hear(
      house,
      say,
      (message) => message.threadTs === threadTs && /needs a form/.test(message.text),
    );
    await sees(shows, () => ana.click(told, { text: 'Open the form' }));
    expect(slack.as(slack.people.ana).modal()).toBeUndefined();
  });

  // Where the account is set in the environment, there is no offer to connect one.
  const offered = TRIES.filter(([name]) => !findVerb(name)?.onlyOwnAccount);

  test.each(offered)('%s, by the button of the help', async (name, shows) => {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    await ana.command(`help ${name}`);
    const help = await slack.nextMessage(({ text }) => text.startsWith(`\`/abilities ${name}`));
    await sees(shows, () => ana.click(help, { value: buttonOf(name) }));
  });

  test.each(['enable', 'disable', 'delete'])('no button of the help of %s names an Ability', async (name) => {
    const { slack } = house;
    const ben = slack.as(slack.people.ben);
    const after = slack.transcript.revision;
    await ben.command(`help ${name}`);
    const help = await slack.nextMessage(
      ({ ephemeralFor, text }) => ephemeralFor === slack.people.ben.id && text.startsWith(`\`/abilities ${name}`),
      { after },
    );
    expect(help.text).toContain('Weather');
    expect(
      buttonsOf(help)
        .map(({ value }) => value)
        .join(' '),
    ).not.toContain('Weather');
  });

  test.each(['connect', 'disconnect', 'conect', 'discnonect'])('nothing offers %s', async (word) => {
    const { slack } = house;
    const ben = slack.as(slack.people.ben);
    const after = slack.transcript.revision;
    await ben.command(word.endsWith('nect') && findVerb(word) ? `help ${word}` : word);
    const told = await slack.nextMessage(({ ephemeralFor }) => ephemeralFor === ben.person.id, { after });
    expect(JSON.stringify(told.blocks)).not.toMatch(/"do\\?":\\?"(?:help )?(?:dis)?connect/);
    expect(told.text).not.toContain('Did you mean');
  });

  test('the list of all commands leads to the help of each', async () => {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    const after = slack.transcript.revision;
    await ana.command('help all');
    const list = await slack.nextMessage(({ text }) => text.includes('/abilities whoami'), { after });
    await sees(/Permanently delete[\s\S]*Examples: `\/abilities delete/, () =>
      ana.click(list, { actionId: 'explain' }, { option: 'delete' }),
    );
  });

  test('the help of all verbs does not name them', async () => {
    const { slack } = house;
    const after = slack.transcript.revision;
    await slack.as(slack.people.ana).command('help all');
    const help = await slack.nextMessage(({ text }) => text.includes('/abilities whoami'), { after });
    expect(`${help.text} ${renderText(help)}`).not.toContain('connect');
  });

  // Approvals and undo are offered when there is something to approve or to undo, and the other verbs that the menu
  // omits are offered elsewhere: test/slack/home-view.test.ts.
  const onHome = offered.flatMap(([name, shows]): { name: string; shows: RegExp; label: string | null }[] => {
    const label = findVerb(name)?.homeLabel ?? null;
    if (OWN_BUTTONS.has(name)) return [{ name, shows, label: null }];
    return label === null || name === 'approve' || name === 'undo' ? [] : [{ name, shows, label }];
  });

  test.each(onHome)('$name, from the Home tab', async ({ name, shows, label }) => {
    const { slack } = house;
    const { ana } = slack.people;
    await slack.as(ana).openHome();
    const home = await slack.waitFor(({ views }) => views.find(({ type }) => type === 'home'));
    await sees(shows, () =>
      label === null ? slack.as(ana).click(home, { text: `${capital(name)}…` }) : chooseOnHome(house, ana, home, label),
    );
  });
});
