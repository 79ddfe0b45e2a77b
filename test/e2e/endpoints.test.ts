import type { FormValues, Message, View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chooseOnHome } from './home-menu.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

/** The eight documented endpoints as calls to the service. */
const ENDPOINTS = {
  'list Agents': { method: 'GET', path: /\/get-all-personalities\/$/ },
  'get Ability': { method: 'GET', path: /\/get-capability\/\d+\/$/ },
  'list Abilities': { method: 'GET', path: /\/get-all-capabilities\/$/ },
  'list installed Abilities': { method: 'GET', path: /\/get-installed-capabilities\/$/ },
  'edit Agent': { method: 'PUT', path: /\/edit-personality\/$/ },
  'edit installed Ability': { method: 'PUT', path: /\/edit-installed-capability\/\d+\/$/ },
  'upload Ability': { method: 'POST', path: /\/add-capability\/$/ },
  'delete Ability': { method: 'POST', path: /\/delete-capability\/$/ },
} as const;
type Endpoint = keyof typeof ENDPOINTS;

/** Reads come first: a change redraws the Home tab, which also reads. */
const NAMES = Object.keys(ENDPOINTS).filter((name): name is Endpoint => name in ENDPOINTS);

const PLACES = ['typed', 'button', 'mention', 'home'] as const;
type Place = (typeof PLACES)[number];

/** Each place has its own data, so that no test depends on another. */
const OWN = {
  typed: { agent: 'Echo', toggled: 'News', deleted: 'Timer', uploaded: 'Typed tides' },
  button: { agent: 'Nova', toggled: 'Café Finder', deleted: 'Garage Door', uploaded: 'Pressed tides' },
  mention: { agent: 'Atlas', toggled: 'Weather', deleted: 'Memory Keeper', uploaded: 'Said tides' },
  home: { agent: 'Echo', toggled: 'Night Watch', deleted: 'Recipe Helper', uploaded: 'Home tides' },
} as const satisfies Record<Place, object>;

type Seen = Message | View;

/** How a person starts an action and completes it. */
interface Job {
  /** The text after the slash command or the bot's name. */
  line: string;
  /** A message with a button for the action: the line that shows it, its text, and the button, or after an ellipsis the entry of "More about…". */
  button: readonly [line: string, words: RegExp, label: string];
  /** The Home tab's button, or after an ellipsis the entry of its menu. */
  home: string;
  /** In a mention, a button has to open it. */
  isForm?: boolean;
  /** The first text shown. */
  shows: RegExp;
  /** The Home tab's first text, if different. */
  homeShows?: RegExp;
  goOn?: (first: Seen) => Promise<unknown>;
}

describe.each(['socket', 'http'] as const)('over %s', (mode) => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse({ mode, serviceKeepMs: 0 });
  });
  afterAll(() => house.close());
  afterEach(async () => {
    const modal = ana().modal();
    if (modal) await ana().closeView(modal, { all: true });
  });

  const ana = () => house.slack.as(house.slack.people.ana);

  function shown(): { key: string; text: string; what: Seen }[] {
    const { messages, views } = house.slack.transcript;
    return [
      ...messages.map((what) => ({ key: what.ts, text: `${what.text}\n${renderText(what)}`, what })),
      ...views
        .filter(({ open }) => open)
        .map((what) => ({ key: what.id, text: renderText({ ...what, ...what.definition }), what })),
    ].map(({ key, ...rest }) => ({ key: `${key} ${rest.text}`, ...rest }));
  }

  /** The message, modal or Home tab that newly shows this text. */
  async function leadsTo(words: RegExp, act: () => Promise<unknown>): Promise<Seen> {
    const before = new Set(shown().map(({ key }) => key));
    await act();
    const { what } = await house.slack.waitFor(() =>
      shown().find(({ key, text }) => !before.has(key) && words.test(text)),
    );
    return what;
  }

  /** All steps except the last. */
  async function approach(place: Place, { button, home, isForm, line }: Job): Promise<() => Promise<unknown>> {
    const { slack } = house;
    switch (place) {
      case 'typed':
        return () => ana().command(line);
      case 'button': {
        const [before, words, label] = button;
        const message = await leadsTo(words, () => ana().command(before));
        return () =>
          label.startsWith('…')
            ? ana().click(message, { text: 'More about…' }, { option: label.slice(1) })
            : ana().click(message, { text: label });
      }
      case 'mention': {
        const { messageTs: threadTs } = await ana().say(slack.channels.ops, 'What is going on here?');
        const say = () => ana().say(slack.channels.ops, `@abilities ${line}`, { threadTs });
        if (!isForm) return say;
        const told = await leadsTo(/needs a form/, say);
        return () => ana().click(told, { text: 'Open the form' });
      }
      case 'home': {
        const after = slack.transcript.revision;
        await ana().openHome();
        // Waits for the complete Home tab: its own reads must not count for the button.
        const tab = await slack.nextView(({ type }) => type === 'home', { after });
        return () =>
          home.startsWith('…')
            ? chooseOnHome(house, slack.people.ana, tab, home.slice(1))
            : ana().click(tab, { text: home });
      }
    }
  }

  const submit = (words: RegExp, values: FormValues) => (first: Seen) =>
    leadsTo(words, () => ana().submit(asView(first), values));
  const press = (words: RegExp, label: string) => (first: Seen) =>
    leadsTo(words, () => ana().click(first, { text: label }));

  async function jobOf(endpoint: Endpoint, place: Place): Promise<Job> {
    const { agent, deleted, toggled, uploaded } = OWN[place];
    switch (endpoint) {
      case 'list Agents':
        return { line: 'agents', button: ['help agents', /Examples/, 'agents'], home: '…Agents', shows: /3 Agents/ };
      case 'list Abilities':
      case 'list installed Abilities':
        return {
          line: 'list',
          button: ['help list', /Examples/, 'list'],
          home: '…All Abilities',
          shows: /Abilities\*? · \d/,
        };
      case 'get Ability': {
        const card = /Finds a café nearby/;
        return {
          line: 'show Café Finder',
          button: ['list', /Abilities · /, '…Café Finder'],
          home: '…Show an Ability…',
          shows: card,
          homeShows: /== Show an Ability/,
          ...(place === 'home' ? { goOn: submit(card, { Ability: 'Café Finder' }) } : {}),
        };
      }
      case 'edit Agent': {
        const label = `Edit ${agent}'s Abilities`;
        // A save without a change has another answer, and Echo has two turns.
        const chosen = place === 'home' ? 'Weather' : 'Radio';
        return {
          line: `assign ${agent}`,
          button: ['agents', /3 Agents/, label],
          home: label,
          isForm: true,
          shows: new RegExp(`${agent}\\W?'s Abilities[\\s\\S]*Leave this empty to remove all Abilities`),
          goOn: submit(new RegExp(`${agent}\\W?'s Abilities (?:set|changed) by`), { Abilities: [chosen] }),
        };
      }
      case 'edit installed Ability': {
        const verb = (await installedRow(house, toggled)).enabled ? 'Disable' : 'Enable';
        const label = `${verb} ${toggled}`;
        const card = new RegExp(`${toggled}[\\s\\S]*Trigger words`);
        const shows = new RegExp(`${toggled}\\W? ${verb.toLowerCase()}d by`);
        return {
          line: label.replace(verb, verb.toLowerCase()),
          button: [`show ${toggled}`, card, label],
          home: label,
          shows,
        };
      }
      case 'upload Ability': {
        const values = { ...WORDS, Name: uploaded, Zip: { name: 'tides.zip', bytes: await goodZip() } };
        return {
          line: 'upload',
          button: ['help upload', /Examples/, 'upload'],
          home: 'Upload…',
          isForm: true,
          shows: /Upload an Ability/,
          goOn: async (form) => {
            const question = await submit(new RegExp(`Upload \\W?${uploaded}\\W?\\?`), values)(form);
            await press(new RegExp(`${uploaded}\\W? uploaded by`), 'Upload')(question);
          },
        };
      }
      case 'delete Ability': {
        // A card has the button with the native dialog.
        const question = new RegExp(`${deleted}[\\s\\S]*\\[Delete…?\\]`);
        const gone = new RegExp(`${deleted}\\W? deleted by`);
        const job = {
          line: `delete ${deleted}`,
          home: '…Delete…',
          homeShows: /== Delete Abilities ==[\s\S]*\*Delete one\*[\s\S]*\*Or delete several\*/,
          button: [`show ${deleted}`, question, `Delete ${deleted}`] as const,
        };
        if (place === 'button') return { ...job, shows: gone };
        const goOn = press(gone, `Delete ${deleted}`);
        if (place !== 'home') return { ...job, shows: question, goOn };
        const choose = submit(new RegExp(`Delete \\W?${deleted}`), { Abilities: [deleted] });
        const confirm = submit(gone, {});
        return { ...job, shows: question, goOn: async (form) => confirm(await choose(form)) };
      }
    }
  }

  describe.each(PLACES)('%s', (place) => {
    test.each(NAMES)('%s reaches the service', async (endpoint) => {
      const { requests } = house.service;
      const job = await jobOf(endpoint, place);
      const act = await approach(place, job);
      const before = new Set(requests);
      const first = await leadsTo((place === 'home' && job.homeShows) || job.shows, act);
      await job.goOn?.(first);
      const { method, path } = ENDPOINTS[endpoint];
      const reached = requests.filter((one) => !before.has(one) && one.method === method && path.test(one.path));
      expect(reached.map(({ status }) => status)).toContainEqual(
        expect.toSatisfy((status) => status >= 200 && status < 300),
      );
    });
  });
});

function asView(seen: Seen): View {
  if ('blocks' in seen && 'callbackId' in seen) return seen;
  throw new Error('a form was expected');
}
