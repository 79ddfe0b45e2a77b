import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';

/** The metadata of forms that somebody may still submit. The rules of released-buttons.ts apply. */

// Since the role of editors had another name.
const SETTINGS_BEFORE_EDITORS =
  '{"roles":{"viewer":{"users":[],"groups":[]},"operator":{"users":[],"groups":[]},"admin":{"users":[],"groups":[]}},"memberRole":null,"channels":[],"auditChannel":null,"watchChannel":null,"approvals":[]}';

const FILE = { id: 'F0TIDES', name: 'night-tides_v2.zip' };

const OLD_ORIGIN =
  '{"channelId":"C0OPS","responseUrl":"https://hooks.slack.example/actions/T0LOCAL/1/made-up","message":{"ts":"1741097000.000100","ephemeral":true}}';
const ORIGIN = `${OLD_ORIGIN.slice(0, -1)},"threadTs":null}`;

// Since a form can be opened from the Home tab and on top of another one.
const LATER_ORIGIN = `${ORIGIN.slice(0, -1)},"view":null}`;

// Since a public message knows the line that redraws it, and a private confirmation knows the message it came from.
const SHOWN_ORIGIN =
  '{"channelId":"C0OPS","responseUrl":null,"message":{"ts":"1741097000.000100","ephemeral":false,"sharedBy":"U0ANA","redraw":"agents"},"threadTs":null,"view":null}';
const ASKED_ORIGIN = `${LATER_ORIGIN.slice(0, -1)},"shared":{"ts":"1741097000.000200","sharedBy":"U0BEN","redraw":"triggers installed:90001"}}`;

export interface ReleasedMetadata {
  text: string;
  /** The parsed metadata; null if the form is refused with a message. */
  reads: Record<string, unknown> | null;
}

/** Each form as first sent, when an origin had no thread yet, and as sent later. */
export const RELEASED_METADATA: ReleasedMetadata[] = [
  ...[OLD_ORIGIN, ORIGIN].flatMap((origin): ReleasedMetadata[] => [
    { text: `{"v":1,"form":"assign","agentId":301,"origin":${origin}}`, reads: { form: 'assign', agentId: 301 } },
    {
      text: `{"v":1,"form":"trigger-words","installedId":90002,"wanted":"enable","redraw":null,"origin":${origin}}`,
      reads: { form: 'trigger-words', installedId: 90002, wanted: 'enable', redraw: null },
    },
    {
      text: `{"v":1,"form":"trigger-words","installedId":90002,"wanted":"disable","redraw":"list 2","origin":${origin}}`,
      reads: { form: 'trigger-words', installedId: 90002, wanted: 'disable', redraw: 'list 2' },
    },
    // Before forms showed the contents.
    {
      text: `{"v":1,"form":"upload","file":null,"origin":${origin}}`,
      reads: { form: 'upload', file: null, seenSha256: null, upload: null },
    },
    {
      text: `{"v":1,"form":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip"},"origin":${origin}}`,
      reads: { form: 'upload', file: FILE, seenSha256: null, upload: null },
    },
  ]),
  {
    text: `{"v":1,"form":"upload","file":null,"origin":${ORIGIN},"seenSha256":null,"upload":null}`,
    reads: { form: 'upload', file: null, seenSha256: null, upload: null },
  },
  {
    text: `{"v":1,"form":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip"},"origin":${ORIGIN},"seenSha256":"ab12","upload":"0123456789abcdef"}`,
    reads: { form: 'upload', file: FILE, seenSha256: 'ab12', upload: '0123456789abcdef' },
  },
  {
    text: `{"v":1,"form":"replace","upload":"0123456789abcdef","abilityId":6390,"origin":${ORIGIN}}`,
    reads: { form: 'replace', upload: '0123456789abcdef' },
  },
  {
    text: `{"v":1,"form":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip","icon":{"id":"F0ICON","name":"tides.png"}},"origin":${LATER_ORIGIN},"seenSha256":"ab12cd34ef560000000000000000000000000000000000000000000000000000","upload":null}`,
    reads: {
      form: 'upload',
      file: { id: 'F0TIDES', name: 'night-tides_v2.zip', icon: { id: 'F0ICON', name: 'tides.png' } },
      seenSha256: 'ab12cd34ef560000000000000000000000000000000000000000000000000000',
      upload: null,
    },
  },
  { text: `{"v":1,"form":"answer","origin":${LATER_ORIGIN}}`, reads: { form: 'answer' } },
  {
    text: `{"v":1,"form":"replace","upload":"0123456789abcdef","abilityId":6390,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'replace', upload: '0123456789abcdef', abilityId: 6390 },
  },
  {
    text: `{"v":1,"form":"plan","installedId":90001,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'plan', installedId: 90001 },
  },
  {
    text: `{"v":1,"form":"plan","installedId":90001,"others":[90002],"planId":"0123456789abcdef","origin":${LATER_ORIGIN}}`,
    reads: { form: 'plan', installedId: 90001, others: [90002], planId: '0123456789abcdef' },
  },
  {
    text: `{"v":1,"form":"plan","installedId":90001,"others":[90002],"planId":"0123456789abcdef","filledIn":"tomorrow at 9:00","origin":${LATER_ORIGIN}}`,
    reads: {
      form: 'plan',
      installedId: 90001,
      others: [90002],
      planId: '0123456789abcdef',
      filledIn: 'tomorrow at 9:00',
    },
  },
  {
    text: `{"v":1,"form":"plan","installedId":90001,"planId":"0123456789abcdef","filledIn":"tomorrow at 9:00","filledAt":"2026-03-02T08:00:00.000Z","origin":${LATER_ORIGIN}}`,
    reads: {
      form: 'plan',
      installedId: 90001,
      planId: '0123456789abcdef',
      filledIn: 'tomorrow at 9:00',
      filledAt: '2026-03-02T08:00:00.000Z',
    },
  },
  {
    text: `{"v":1,"form":"plan-question","wanted":"disable","line":"disable installed:90001 until 2026-03-02T09:00:00Z","origin":${LATER_ORIGIN}}`,
    reads: { form: 'plan-question', wanted: 'disable', line: 'disable installed:90001 until 2026-03-02T09:00:00Z' },
  },
  { text: `{"v":1,"form":"quiet","origin":${LATER_ORIGIN}}`, reads: { form: 'quiet' } },
  { text: `{"v":1,"form":"search","origin":${LATER_ORIGIN}}`, reads: { form: 'search' } },
  { text: `{"v":1,"form":"say","origin":${LATER_ORIGIN}}`, reads: { form: 'say' } },
  { text: `{"v":1,"form":"history-filter","origin":${ORIGIN}}`, reads: { form: 'history-filter' } },
  { text: `{"v":1,"form":"history-filter","origin":${LATER_ORIGIN}}`, reads: { form: 'history-filter' } },
  {
    text: `{"v":1,"form":"choose","wanted":"show","origin":${LATER_ORIGIN}}`,
    reads: { form: 'choose', wanted: 'show' },
  },
  {
    text: `{"v":1,"form":"edit-triggers","installedId":90001,"base":["check the weather","will it rain"],"origin":${LATER_ORIGIN}}`,
    reads: { form: 'edit-triggers', installedId: 90001, base: ['check the weather', 'will it rain'] },
  },
  {
    text: `{"v":1,"form":"assign","agentId":301,"adds":6403,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'assign', agentId: 301, adds: 6403 },
  },
  {
    text: `{"v":1,"form":"choose-agent","abilityId":6403,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'choose-agent', abilityId: 6403 },
  },
  { text: `{"v":1,"form":"assign","agentId":301,"origin":${LATER_ORIGIN}}`, reads: { form: 'assign', agentId: 301 } },
  {
    text: `{"v":1,"form":"trigger-words","installedId":90002,"wanted":"enable","redraw":null,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'trigger-words', installedId: 90002, wanted: 'enable', redraw: null },
  },
  {
    text: `{"v":1,"form":"delete-several","abilityIds":[6403,6404],"waits":true,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'delete-several', abilityIds: [6403, 6404], waits: true },
  },
  {
    text: `{"v":1,"form":"delete-several","abilityIds":[6403,6404],"origin":${LATER_ORIGIN}}`,
    reads: { form: 'delete-several', abilityIds: [6403, 6404] },
  },
  {
    text: `{"v":1,"form":"unassign","agentId":301,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'unassign', agentId: 301 },
  },
  {
    text: `{"v":1,"form":"assign","agentId":301,"origin":${SHOWN_ORIGIN}}`,
    reads: {
      form: 'assign',
      agentId: 301,
      origin: { message: { ts: '1741097000.000100', ephemeral: false, sharedBy: 'U0ANA', redraw: 'agents' } },
    },
  },
  {
    text: `{"v":1,"form":"edit-triggers","installedId":90001,"base":["will it rain"],"origin":${ASKED_ORIGIN}}`,
    reads: {
      form: 'edit-triggers',
      installedId: 90001,
      base: ['will it rain'],
      origin: { shared: { ts: '1741097000.000200', sharedBy: 'U0BEN', redraw: 'triggers installed:90001' } },
    },
  },
  {
    text: `{"v":1,"form":"update","upload":"0123456789abcdef","abilityId":6390,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'update', upload: '0123456789abcdef', abilityId: 6390 },
  },
  {
    text: `{"v":1,"form":"settings","base":${JSON.stringify(EMPTY_SETTINGS)},"origin":${LATER_ORIGIN}}`,
    reads: { form: 'settings', base: EMPTY_SETTINGS },
  },
  { text: `{"v":1,"form":"settings","origin":${LATER_ORIGIN}}`, reads: { form: 'settings' } },
  {
    text: `{"v":1,"form":"settings-again","round":1,"base":${SETTINGS_BEFORE_EDITORS},"origin":${LATER_ORIGIN}}`,
    reads: { form: 'settings-again', round: 1, base: EMPTY_SETTINGS },
  },
  { text: `{"v":1,"form":"connect","origin":${LATER_ORIGIN}}`, reads: { form: 'connect' } },
  {
    text: `{"v":1,"form":"edit-triggers","installedId":90001,"name":"Weather","base":["will it rain"],"origin":${LATER_ORIGIN}}`,
    reads: { form: 'edit-triggers', installedId: 90001, name: 'Weather', base: ['will it rain'] },
  },
  {
    text: `{"v":1,"form":"edit-triggers","installedId":90001,"name":"Weather","base":["will it rain"],"redraw":"show installed:90001","origin":${LATER_ORIGIN}}`,
    reads: { form: 'edit-triggers', installedId: 90001, redraw: 'show installed:90001' },
  },
  {
    text: `{"v":1,"form":"assign","agentId":301,"redraw":"agents","origin":${LATER_ORIGIN}}`,
    reads: { form: 'assign', agentId: 301, redraw: 'agents' },
  },
  {
    text: `{"v":1,"form":"unassign","agentId":301,"redraw":"agents","origin":${LATER_ORIGIN}}`,
    reads: { form: 'unassign', agentId: 301, redraw: 'agents' },
  },
  {
    text: `{"v":1,"form":"add-to-agent","abilityId":6404,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'add-to-agent', abilityId: 6404 },
  },
  {
    text: `{"v":1,"form":"add-to-agent","abilityId":6404,"agentId":301,"redraw":"show id:6404","origin":${LATER_ORIGIN}}`,
    reads: { form: 'add-to-agent', abilityId: 6404, agentId: 301, redraw: 'show id:6404' },
  },
  {
    text: `{"v":1,"form":"add-to-agent","abilityId":6404,"agentId":301,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'add-to-agent', abilityId: 6404, agentId: 301 },
  },
  {
    text: `{"v":1,"form":"add-to-agent","abilityId":6404,"agentId":301,"abilityIds":[6404,6403],"origin":${LATER_ORIGIN}}`,
    reads: { form: 'add-to-agent', abilityId: 6404, agentId: 301, abilityIds: [6404, 6403] },
  },
  {
    text: `{"v":1,"form":"assign","agentId":301,"base":[6403,6404],"origin":${LATER_ORIGIN}}`,
    reads: { form: 'assign', agentId: 301, base: [6403, 6404] },
  },
  {
    text: `{"v":1,"form":"add-to-agent","abilityId":6404,"agentId":301,"base":[6403],"origin":${LATER_ORIGIN}}`,
    reads: { form: 'add-to-agent', abilityId: 6404, agentId: 301, base: [6403] },
  },
  {
    text: `{"v":1,"form":"add-to-agent","abilityId":6404,"agentId":301,"abilityIds":[6404,6403],"base":[6404,6403],"origin":${LATER_ORIGIN}}`,
    reads: { form: 'add-to-agent', abilityId: 6404, agentId: 301, abilityIds: [6404, 6403], base: [6404, 6403] },
  },
  {
    text: `{"v":1,"form":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip"},"origin":${LATER_ORIGIN},"seenSha256":"ab12","upload":"0123456789abcdef","version":7}`,
    reads: { form: 'upload', upload: '0123456789abcdef', version: 7 },
  },
  {
    text: `{"v":1,"form":"update","upload":"0123456789abcdef","abilityId":6390,"version":7,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'update', upload: '0123456789abcdef', abilityId: 6390, version: 7 },
  },
  {
    text: `{"v":1,"form":"replace","upload":"0123456789abcdef","abilityId":6390,"version":7,"origin":${LATER_ORIGIN}}`,
    reads: { form: 'replace', upload: '0123456789abcdef', abilityId: 6390, version: 7 },
  },
  {
    text: `{"v":1,"form":"settings","base":${SETTINGS_BEFORE_EDITORS},"origin":${LATER_ORIGIN}}`,
    reads: { form: 'settings', base: EMPTY_SETTINGS },
  },
];
