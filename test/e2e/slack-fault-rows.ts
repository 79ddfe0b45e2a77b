import type { Message, View } from '@abilities-bot/local-slack';
import { showGroupFields } from './group-fields.ts';
import { chooseOnHome } from './home-menu.ts';
import { OPERATORS } from './matrix-people.ts';
import { otherCaller } from './reading.ts';
import { SLACK_FAULT_NAMES, type SlackFaultName } from './slack-fault-kinds.ts';
import type { House, startHouse } from './start-house.ts';
import { dropZip, openForm, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

/** A further failure that forces the call to be made; each is one that Slack has. */
type Away = 'response_url' | 'chat.postEphemeral';

/** How the result is reported: a message or view for the person, or a log line if nothing reaches them. */
type Heard =
  | { by: 'person'; words: RegExp }
  /** With the audit log's reference, unless nobody made a request. */
  | { by: 'log'; words: RegExp; level: 'warn' | 'error'; hasRef: boolean };

export interface SlackRow {
  /** A method of the Web API, or another channel between the bot and Slack. */
  method: string;
  what: string;
  /** Defaults to all. */
  faults?: readonly SlackFaultName[];
  away?: readonly Away[];
  house?: Partial<Parameters<typeof startHouse>[0]>;
  /** Needs a separate bot per cell: role lookups are cached for a minute. */
  isAsked?: boolean;
  /** Whether the account differs afterwards. */
  changes: boolean;
  heard: Heard;
  /** @returns the step that makes the call. */
  prepare: (house: House, cell: string) => Promise<() => Promise<unknown>>;
  /** How many calls fail; defaults to all until the report has arrived. */
  times?: number;
}

const ana = ({ slack }: House) => slack.as(slack.people.ana);
const typing = (line: string) => async (house: House) => () => ana(house).command(line);
const person = (words: RegExp): Heard => ({ by: 'person', words });
const inLog = (words: RegExp, level: 'warn' | 'error', hasRef: boolean): Heard => ({ by: 'log', words, level, hasRef });

const SWITCHED = /News (?:enabled|disabled) by/;
const NO_FORM = /(?:Slack didn't open the form|The form took too long to open)[\s\S]*Nothing changed/;

/** Toggles News. */
async function switching(house: House) {
  const row = (await otherCaller(house).listInstalledAbilities()).find(({ name }) => name === 'News');
  return () => ana(house).command(`${row?.enabled ? 'disable' : 'enable'} News`);
}

async function dropping(house: House) {
  const bytes = await goodZip();
  return () => ana(house).drop(house.slack.channels.ops, [{ name: 'tides.zip', bytes }]);
}

async function homeTab(house: House): Promise<View> {
  const after = house.slack.transcript.revision;
  await ana(house).openHome();
  return house.slack.nextView(({ type }) => type === 'home', { after });
}

const offered = async (house: House): Promise<Message> => dropZip(house, await goodZip());

const export_ = (method: string): SlackRow => ({
  method,
  what: 'an export',
  changes: false,
  prepare: typing('export'),
  // Without Slack's answer to the last call, the file may be there.
  heard: person(/The export (?:was not sent\. [A-Z]|may be here: Slack)[\s\S]*\(ref [0-9a-f]{6}\)/),
});

/** Each of the bot's channels to Slack, with an action that needs it. */
export const SLACK_ROWS: readonly SlackRow[] = [
  { method: 'response_url', what: 'a switch', changes: true, heard: person(SWITCHED), prepare: switching },
  {
    method: 'chat.postEphemeral',
    what: 'a switch',
    away: ['response_url'],
    changes: true,
    heard: person(SWITCHED),
    prepare: switching,
  },
  {
    method: 'chat.postMessage',
    what: 'a switch',
    away: ['response_url', 'chat.postEphemeral'],
    changes: true,
    prepare: switching,
    heard: inLog(/answer not (?:delivered|confirmed)/, 'error', true),
  },
  {
    method: 'chat.postMessage',
    what: 'an offer',
    changes: false,
    prepare: dropping,
    heard: person(/(?:I couldn't process|Slack didn't confirm my reply to) the file you shared[\s\S]*\(ref /),
  },
  {
    method: 'chat.update',
    what: 'an offer put aside',
    changes: false,
    heard: person(/Something went wrong[\s\S]*\(ref /),
    prepare: async (house) => {
      const offer = await offered(house);
      return () => ana(house).click(offer, { text: 'Skip' });
    },
  },
  {
    method: 'chat.update',
    what: 'the end of an upload',
    changes: true,
    times: 4,
    // A final message waits for as long as Slack says, and is sent again at the next start.
    faults: SLACK_FAULT_NAMES.filter((name) => name !== 'slow down'),
    heard: person(/uploaded by/),
    prepare: async (house, cell) => {
      const form = await openForm(house, await offered(house));
      return () => ana(house).submit(form, { ...WORDS, Name: cell });
    },
  },
  { method: 'views.open', what: 'a form', changes: false, heard: person(NO_FORM), prepare: typing('assign Echo') },
  {
    method: 'views.push',
    what: 'a form on another',
    changes: false,
    heard: person(NO_FORM),
    prepare: async (house) => {
      const after = house.slack.transcript.revision;
      await chooseOnHome(house, house.slack.people.ana, await homeTab(house), 'All Abilities');
      const list = await house.slack.nextView(
        ({ callbackId, definition }) => callbackId === 'answer' && JSON.stringify(definition).includes('Search…'),
        { after },
      );
      return () => ana(house).click(list, { text: 'Search…' });
    },
  },
  { method: 'views.update', what: 'a form', changes: false, heard: person(NO_FORM), prepare: typing('assign Echo') },
  {
    method: 'views.publish',
    what: 'the Home tab',
    changes: false,
    heard: inLog(/request from Slack failed/, 'error', false),
    prepare: async (house) => () => ana(house).openHome(),
  },
  {
    method: 'views.publish',
    what: 'a switch on the Home tab',
    changes: true,
    heard: person(SWITCHED),
    prepare: async (house) => {
      const tab = await homeTab(house);
      const row = (await otherCaller(house).listInstalledAbilities()).find(({ name }) => name === 'News');
      return () => ana(house).click(tab, { text: `${row?.enabled ? 'Disable' : 'Enable'} News` });
    },
  },
  {
    method: 'files.info',
    what: 'a drop',
    changes: false,
    prepare: dropping,
    heard: person(/I couldn't process the file you shared[\s\S]*\(ref /),
  },
  {
    method: 'file',
    what: 'a look inside',
    changes: false,
    heard: person(
      /(?:Slack didn't return|couldn't download|was interrupted|bytes, but the file has)[\s\S]*Try again in a minute/,
    ),
    prepare: async (house) => {
      const offer = await offered(house);
      return () => ana(house).click(offer, { text: 'Upload…' });
    },
  },
  {
    method: 'users.info',
    what: 'a switch',
    isAsked: true,
    changes: false,
    prepare: switching,
    heard: person(/I couldn't check your role[\s\S]*\(ref /),
  },
  {
    method: 'usergroups.users.list',
    what: 'a switch',
    isAsked: true,
    changes: false,
    prepare: switching,
    house: {
      slack: { userGroups: [OPERATORS] },
      policy: {
        grants: {
          viewer: { users: [], groups: [] },
          editor: { users: [], groups: [OPERATORS.id] },
          admin: { users: [], groups: [] },
        },
      },
    },
    heard: person(/I couldn't check your role[\s\S]*\(ref /),
  },
  {
    method: 'usergroups.list',
    what: 'groups to choose from',
    changes: false,
    // No groups are offered, and the form stays open.
    heard: inLog(/user groups not read from Slack/, 'warn', false),
    prepare: async (house) => {
      const after = house.slack.transcript.revision;
      await ana(house).command('settings');
      const bare = await house.slack.nextView(({ callbackId }) => callbackId === 'settings', { after });
      const form = await showGroupFields(house.slack, ana(house), bare);
      return () => ana(house).suggest(form, 'operator_groups', 'op');
    },
  },
  {
    // Names to ask are extra: the refusal is sent without them.
    method: 'users.list',
    what: 'a refusal',
    isAsked: true,
    changes: false,
    house: {
      policy: {
        grants: {
          viewer: { users: ['U0LOCALANA'], groups: [] },
          editor: { users: [], groups: [] },
          admin: { users: [], groups: [] },
        },
      },
    },
    heard: person(/Only admins can change settings/),
    prepare: typing('settings'),
  },
  export_('files.getUploadURLExternal'),
  export_('upload'),
  export_('files.completeUploadExternal'),
];
