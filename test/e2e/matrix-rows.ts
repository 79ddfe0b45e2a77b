import type { Role } from '../../src/core/access.ts';
import {
  encodeButton,
  encodeChangesRequest,
  encodeDismissal,
  encodeUpdateOffer,
  encodeUploadChoice,
} from '../../src/slack/button-value.ts';

/** One request. */
export interface Row {
  verb: TriedVerb;
  /** The line recorded in the audit log. */
  line: string;
  /**
   * Text that a permitted person sees, in a message or a modal; null for requests that would change things for later
   * ones.
   */
  shows: RegExp | null;
}

/** `action`: what the refusal of a lower role names, to follow "can". */
type Needed = { role: 'none' | 'viewer' } | { role: 'editor' | 'admin'; action: string };

/** What each verb needs, restated independently: the bot's own table is under test. */
const NEEDED = {
  list: { role: 'viewer' },
  status: { role: 'viewer' },
  say: { role: 'viewer' },
  repair: { role: 'editor', action: 'repair Abilities' },
  check: { role: 'viewer' },
  search: { role: 'viewer' },
  show: { role: 'viewer' },
  agents: { role: 'viewer' },
  export: { role: 'viewer' },
  enable: { role: 'editor', action: 'enable Abilities' },
  disable: { role: 'editor', action: 'disable Abilities' },
  triggers: { role: 'editor', action: 'change trigger words' },
  assign: { role: 'editor', action: 'assign Abilities' },
  unassign: { role: 'editor', action: 'remove all Abilities from an Agent' },
  delete: { role: 'admin', action: 'delete Abilities' },
  undo: { role: 'editor', action: 'undo changes' },
  scheduled: { role: 'viewer' },
  cancel: { role: 'editor', action: 'cancel planned changes' },
  quiet: { role: 'editor', action: 'make Agents quiet' },
  resume: { role: 'editor', action: 'end quiet' },
  upload: { role: 'editor', action: 'upload Abilities' },
  versions: { role: 'editor', action: 'see versions' },
  rollback: { role: 'editor', action: 'roll back Abilities' },
  // Through an upload.
  replace: { role: 'admin', action: 'replace Abilities' },
  new: { role: 'viewer' },
  whoami: { role: 'none' },
  history: { role: 'viewer' },
  doctor: { role: 'admin', action: 'run the doctor' },
  settings: { role: 'admin', action: 'change settings' },
  connect: { role: 'admin', action: 'connect an account' },
  disconnect: { role: 'admin', action: 'disconnect the account' },
  approve: { role: 'admin', action: 'approve requests' },
  decline: { role: 'editor', action: 'decline requests' },
  help: { role: 'none' },
} satisfies Record<string, Needed>;

export type TriedVerb = keyof typeof NEEDED;

const FROM_LEAST_TO_MOST: readonly Role[] = ['none', 'viewer', 'editor', 'admin'];

export const neededFor = (verb: TriedVerb): Needed => NEEDED[verb];

export const mayDo = (role: Role, { verb }: Pick<Row, 'verb'>): boolean =>
  FROM_LEAST_TO_MOST.indexOf(role) >= FROM_LEAST_TO_MOST.indexOf(neededFor(verb).role);

const CARD_OF_NEWS = /News\W+Enabled · [\s\S]*Trigger words/;

const NO_KEY_HERE = /The account is set in the bot's environment/;

/**
 * Requests for changes name what already applies or does not exist, so that all can be made repeatedly in any order.
 */
export const TYPED: readonly Row[] = [
  { verb: 'list', line: 'list category:local', shows: /Garage Door/ },
  { verb: 'search', line: 'search', shows: /== Search/ },
  { verb: 'show', line: 'show News', shows: CARD_OF_NEWS },
  { verb: 'show', line: 'show', shows: /== Show/ },
  { verb: 'agents', line: 'agents', shows: /3 Agents/ },
  { verb: 'status', line: 'status', shows: /service is up/ },
  { verb: 'say', line: 'say will it rain', shows: /will it rain/ },
  { verb: 'check', line: 'check', shows: /problems?[\s\S]*Memory Keeper/ },
  { verb: 'repair', line: 'repair Unheard', shows: /Unheard/ },
  { verb: 'versions', line: 'versions Weather', shows: /No versions of \W?Weather\W? yet/ },
  { verb: 'rollback', line: 'rollback Weather to:abcdef', shows: /no longer available/ },
  { verb: 'export', line: 'export', shows: /I'm sending you the export/ },
  { verb: 'enable', line: 'enable News', shows: /News\W+was already enabled/ },
  { verb: 'enable', line: 'enable', shows: /== Enable/ },
  { verb: 'disable', line: 'disable Night Watch', shows: /Night Watch\W+was already disabled/ },
  { verb: 'triggers', line: 'triggers Weather', shows: /• “will it hail”/ },
  { verb: 'triggers', line: 'triggers Weather edit:', shows: /== Weather's trigger words ==[\s\S]*will it hail/ },
  { verb: 'triggers', line: 'triggers Weather add: will it hail', shows: /already has these trigger words/ },
  { verb: 'assign', line: 'assign Nova', shows: /== Nova's Abilities ==[\s\S]*Leave this empty to remove all/ },
  { verb: 'unassign', line: 'unassign Nova', shows: /Nova[\s\S]*\[(Remove all Abilities…|Agents)\]/ },
  { verb: 'delete', line: 'delete Timer', shows: /Timer\W+Enabled[^\n]*\n(Agents[^\n]*\n)?\[Delete\]/ },
  { verb: 'delete', line: 'delete Timer, Garage Door', shows: /== Delete Abilities ==[\s\S]*Garage Door/ },
  { verb: 'undo', line: 'undo 0123456789abcdef', shows: /I can't find that change/ },
  { verb: 'scheduled', line: 'scheduled', shows: /Nothing is planned/ },
  { verb: 'cancel', line: 'cancel 0123456789abcdef', shows: /already happened or was canceled/ },
  { verb: 'disable', line: 'disable News until 9:00', shows: /Disable \W?News\W? now, and enable it again/ },
  { verb: 'enable', line: 'enable plan:0123456789abcdef', shows: /already happened or was canceled/ },
  { verb: 'disable', line: 'disable plan:0123456789abcdef later:', shows: /already happened or was canceled/ },
  { verb: 'quiet', line: 'quiet Nowhere', shows: /Nowhere/ },
  { verb: 'quiet', line: 'quiet choose:', shows: /== Quiet ==[\s\S]*For how long/ },
  { verb: 'resume', line: 'resume', shows: /Nothing is quiet/ },
  { verb: 'upload', line: 'upload', shows: /Upload an Ability/ },
  { verb: 'new', line: 'new Night Tides', shows: /Night Tides/ },
  { verb: 'whoami', line: 'whoami', shows: /[Yy]our role is|You don't have access/ },
  { verb: 'history', line: 'history', shows: /Audit log/ },
  { verb: 'doctor', line: 'doctor', shows: /checks? passed/ },
  { verb: 'settings', line: 'settings', shows: /== Settings/ },
  { verb: 'connect', line: 'connect', shows: NO_KEY_HERE },
  { verb: 'disconnect', line: 'disconnect', shows: NO_KEY_HERE },
  { verb: 'approve', line: 'approve', shows: /No pending approvals/ },
  { verb: 'approve', line: 'approve 0123456789abcdef', shows: /No request has the ID/ },
  { verb: 'approve', line: 'approve changes:0123456789abcdef', shows: /No request has the ID/ },
  { verb: 'decline', line: 'decline', shows: /No pending approvals/ },
  { verb: 'decline', line: 'decline 0123456789abcdef', shows: /No request has the ID/ },
  { verb: 'help', line: 'help delete', shows: /Permanently delete Abilities/ },
];

/** A name without a verb shows the Ability. No button carries such a line. */
const NAMED: Row = { verb: 'show', line: 'News', shows: CARD_OF_NEWS };

/** Every line that can be said. */
export const SAID: readonly Row[] = [...TYPED, NAMED];

export interface Press extends Row {
  value: string;
}

const CONFIRMED: readonly Row[] = [
  { verb: 'delete', line: 'delete id:999999', shows: /no longer exists, so nothing changed/ },
  { verb: 'unassign', line: 'unassign Nobody', shows: /No Agent is called “Nobody”/ },
  { verb: 'disconnect', line: 'disconnect', shows: NO_KEY_HERE },
];

const SURE: readonly Press[] = CONFIRMED.map((row) => ({ ...row, value: encodeButton({ do: row.line, sure: true }) }));

/** Every line behind a button, the buttons that answer a confirmation, and those of one upload that asks. */
export const pressesOf = (upload: string): readonly Press[] => [
  ...TYPED.map((row) => ({ ...row, value: encodeButton({ do: row.line }) })),
  ...SURE,
  {
    verb: 'triggers',
    line: 'triggers Nothing',
    shows: /No Ability is called “Nothing”/,
    value: encodeButton({ do: 'triggers Nothing', sure: true, words: { add: ['hail'], remove: [] } }),
  },
  { verb: 'upload', line: 'dismiss', shows: null, value: encodeDismissal({ id: 'F0NEVER', name: 'tides.zip' }) },
  {
    verb: 'upload',
    line: 'update code',
    shows: /\*Nothing\* no longer exists/,
    value: encodeUpdateOffer({ update: { id: 'F0NEVER', name: 'nothing.zip' }, name: 'Nothing' }),
  },
  ...(
    [
      ['cancel', null],
      ['send', null],
      ['update', null],
      ['change', /== Upload an Ability/],
      ['replace', /== Replace/],
    ] as const
  ).map(
    ([decide, shows]): Press => ({
      verb: decide === 'replace' ? 'replace' : 'upload',
      line: decide,
      shows,
      value: encodeUploadChoice({ upload, decide }),
    }),
  ),
  {
    verb: 'upload',
    line: 'send changes',
    shows: /all changes to/,
    value: encodeChangesRequest(upload),
  },
];
