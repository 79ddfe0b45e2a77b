import { warningSentence } from '@abilities-bot/ability-zip';
import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { CodeFacts } from '../../src/store/code-facts-record.ts';
import type { KeptAbility, TakenBy, UploadContents, UploadRecord } from '../../src/store/upload-record.ts';
import type { UploadVerdict } from '../../src/store/upload-verdict.ts';
import { ASKED, AT, FORM, ZIP } from './sample-values.ts';

/** Simple, fixed uploads: no clock, no randomness. */

const minutes = (count: number) => AT.getTime() + count * 60_000;

export const OLD_ID = AbilityId.parse(6390);
export const NEW_ID = AbilityId.parse(6501);
export const NEW_INSTALLED_ID = InstalledAbilityId.parse(90_101);

export const CONTENTS: UploadContents = {
  bytes: 12_345,
  sha256: 'ab12cd34ef56'.padEnd(64, '0'),
  unpackedBytes: 24_680,
  files: 3,
  listed: [
    { path: 'night_tides/__init__.py', bytes: 0 },
    { path: 'night_tides/main.py', bytes: 24_000 },
    { path: 'night_tides/README.md', bytes: 680 },
  ],
  warnings: [],
  flat: false,
  leftOut: null,
  contentDigest: 'cd34'.padEnd(64, '0'),
};

export const WARNED: UploadContents = {
  ...CONTENTS,
  files: 130,
  listed: Array.from({ length: 20 }, (_, index) => ({ path: `night_tides/data/${index}.csv`, bytes: 100 + index })),
  warnings: [
    warningSentence({ kind: 'possible-secret', paths: { first: ['night_tides/tokens.json'], count: 1 } }),
    warningSentence({ kind: 'nested-archive', paths: { first: ['night_tides/old.zip'], count: 4 } }),
  ],
  leftOut: warningSentence({ kind: 'left-out', paths: { first: ['__MACOSX/', 'night_tides/.env'], count: 2 } }),
};

export const FLAT: UploadContents = {
  ...CONTENTS,
  listed: CONTENTS.listed.map(({ bytes, path }) => ({ path: path.replace('night_tides/', ''), bytes })),
  warnings: [],
  flat: true,
};

export const NESTED: UploadContents = {
  ...CONTENTS,
  listed: CONTENTS.listed.map(({ bytes, path }) => ({ path: `repo-main/${path}`, bytes })),
  lift: { kind: 'folder', from: 'repo-main/night_tides/', contentDigest: 'cd56'.padEnd(64, '0'), flat: false },
};

/** A repository's zip, of which one folder is sent. */
export const PART: UploadContents = {
  ...NESTED,
  leftOut: warningSentence({ kind: 'left-behind', paths: { first: ['LICENSE', 'repo-main/README.md'], count: 2 } }),
  lift: {
    kind: 'folder',
    from: 'repo-main/night_tides/',
    contentDigest: 'cd56'.padEnd(64, '0'),
    flat: false,
    isPart: true,
  },
};

export const ZIP_IN_ZIP: UploadContents = {
  ...CONTENTS,
  lift: { kind: 'zip', from: 'night_tides.zip', contentDigest: 'cd78'.padEnd(64, '0'), flat: true },
};

export const SUGGESTED = {
  heading: 'Night Tides',
  folder: 'tides',
  description: 'Tells the tides.',
  category: 'local' as const,
  categoryFrom: 'devkit_functions.py',
  triggerWords: ['when is high tide'],
  wordsFrom: 'README.md',
};

const none = { first: [], count: 0 };
export const SAME_CODE = { digest: 'ef56'.padEnd(64, '0'), changed: none, added: none, removed: none };

const names = (...first: string[]) => ({ first, count: first.length });

export const FACTS: CodeFacts = {
  hosts: { kept: names('tides.example'), added: { first: ['xn--pi-6kc.example', '….example'], count: 25 } },
  keys: { kept: names(), added: names('tidekey') },
  commands: { kept: names('date'), added: names('curl … | sh') },
  imports: { kept: names('src'), added: names('requests') },
  unread: { kept: names(), added: names('table.py') },
};

export const TAKEN: TakenBy = {
  abilityId: OLD_ID,
  description: 'Tells the tides of one harbour.',
  category: 'background_daemon',
  triggerWords: ['high tide', 'low tide'],
  state: 'enabled',
  agentNames: ['Echo', 'Nova'],
  holders: [
    { id: AgentId.parse(301), name: 'Echo' },
    { id: AgentId.parse(302), name: 'Nova' },
  ],
  canUpdateInPlace: true,
  code: {
    digest: 'ef56'.padEnd(64, '0'),
    changed: { first: ['main.py'], count: 1 },
    added: { first: Array.from({ length: 12 }, (_, index) => `data/${index}.csv`), count: 30 },
    removed: { first: ['old_tides.py'], count: 1 },
    lines: [
      {
        path: 'main.py',
        lines: [' def run(u):', '-    return "low"', '+    return "<high> `x`"'],
        total: { lines: 40, added: 30, removed: 4 },
      },
    ],
    facts: FACTS,
  },
};

export const KEPT: KeptAbility = {
  abilityId: OLD_ID,
  form: { ...FORM, description: 'Tells the tides of one harbour.', triggerWords: ['high tide', 'low tide'] },
  installed: { id: InstalledAbilityId.parse(90_007), enabled: true, triggerWords: ['high tide', 'low tide'] },
  agents: [
    { id: AgentId.parse(301), name: 'Echo', abilityIds: [OLD_ID] },
    { id: AgentId.parse(302), name: 'Nova', abilityIds: [OLD_ID] },
  ],
  allAgentsKnown: true,
  packageHeld: true,
  contentDigest: 'ef56'.padEnd(64, '0'),
};

export const TROUBLE = {
  sentence: "The voice service can't be reached.",
  since: minutes(1),
  tries: 3,
  nextTryAt: minutes(5),
};

/** An upload right after it was accepted. */
export const upload = (more: Partial<UploadRecord> = {}): UploadRecord => ({
  id: '0123456789abcdef',
  tenantId: 'T0LOCAL',
  userId: ASKED.userId,
  state: 'accepted',
  version: 1,
  acceptedAt: AT.getTime(),
  changedAt: AT.getTime(),
  dueAt: AT.getTime(),
  form: FORM,
  zip: ZIP,
  icon: null,
  ref: ASKED.ref,
  place: null,
  plan: { kind: 'new' },
  wrap: false,
  seenSha256: null,
  contents: null,
  question: null,
  askUntil: null,
  existingIds: null,
  sends: 0,
  sentAt: null,
  abilityId: null,
  kept: null,
  refusal: null,
  trouble: null,
  giveUpAt: minutes(120),
  end: null,
  ...more,
});

export const PLANS = {
  new: { kind: 'new' },
  update: { kind: 'update', abilityId: OLD_ID },
  replace: { kind: 'replace', abilityId: OLD_ID },
} as const satisfies { [K in UploadRecord['plan']['kind']]: UploadRecord['plan'] & { kind: K } };

/** An upload that waits for an answer. */
export const asking = (question: NonNullable<UploadRecord['question']>, more: Partial<UploadRecord> = {}) =>
  upload({ state: 'asking', question, askUntil: minutes(24 * 60), contents: CONTENTS, ...more });

/** Settings of a replaced Ability that could not be restored. */
export const LOST = [
  "Echo doesn't have it. Add it with /abilities assign.",
  "The voice service doesn't report which Agents had the Ability. Check that each of them has it again.",
];

/** The account shows the restored Ability without them. */
export const LOST_WORDS: UploadVerdict = {
  kind: 'different',
  installedId: NEW_INSTALLED_ID,
  found: [{ kind: 'lost-words', missing: ['storm warning'] }],
};
