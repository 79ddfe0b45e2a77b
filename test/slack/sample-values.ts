import { Ability, Agent, AgentId, InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type * as z from 'zod';
import type { Requester } from '../../src/core/access.ts';
import { type Catalog, type CatalogEntry, joinCatalog } from '../../src/core/catalog.ts';
import type { Clash } from '../../src/core/clashes.ts';
import type { StateEnds } from '../../src/core/features/timed/state-ends.ts';
import type { UploadForm } from '../../src/core/features/upload/upload.ts';
import { selectEntries } from '../../src/core/find.ts';
import { ALL_ABILITIES, type ListQuery } from '../../src/core/list-query.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { SharedFile, SharedPlace } from '../../src/slack/button-value.ts';
import type { DrawContext, ViewContext } from '../../src/slack/feature.ts';
import type { Origin } from '../../src/slack/modal-metadata.ts';
import { accessAs } from '../core/actors.ts';

/** Simple, fixed values for everything that is drawn: no clock, no randomness. */

export const AT = new Date('2025-03-04T14:03:00Z');
export const ASKED: Requester = { userId: 'U0ANA', access: accessAs('admin'), at: AT, ref: '7f3a21' };
export const ORIGIN: Origin = {
  channelId: 'C0OPS',
  responseUrl: 'https://hooks.slack.example/actions/T0LOCAL/1/made-up',
  message: { ts: '1741097000.000100', ephemeral: true },
  threadTs: null,
  view: null,
};
export const FRAME: DrawContext = {
  requester: ASKED,
  origin: ORIGIN,
  notice: null,
  step: null,
  redrawn: null,
  redraw: null,
  file: null,
  draft: null,
  inside: null,
  undo: null,
  isRedo: false,
  canShare: false,
  shared: null,
  repeat: null,
};
/** A list in a thread that Ben has shared. */
export const SHARED: SharedPlace = {
  ts: '1741097000.000200',
  threadTs: '1741096000.000100',
  sharedBy: 'U0BEN',
  redraw: 'list 2',
};
/** The frame of a view that was only requested. */
export const AROUND: ViewContext = {
  notice: null,
  step: null,
  undo: null,
  isRedo: false,
  redraw: null,
  canShare: false,
  shared: null,
};
export const CHANGE_ID = '0123456789abcdef';

export const ZIP: SharedFile = { id: 'F0TIDES', name: 'night-tides_v2.zip' };
export const FORM: UploadForm = {
  name: 'Night tides',
  category: 'skill',
  description: 'Tells the tides.',
  triggerWords: ['when is high tide', 'how is the tide'],
};

export const ability = (id: number, name: string, more: Partial<z.input<typeof Ability>> = {}): Ability =>
  Ability.parse({ id, name, category: 'skill', description: `What ${name} does.`, trigger_words: [name], ...more });

export const installed = (
  id: number,
  name: string,
  more: Partial<z.input<typeof InstalledAbility>> = {},
): InstalledAbility =>
  InstalledAbility.parse({ id, name, category: 'skill', enabled: true, trigger_words: [name], ...more });

export const agent = (id: number, name: string, image: string | null = null): Agent => Agent.parse({ id, name, image });
export const ECHO = agent(301, 'Echo', 'https://images.example.com/echo.png');
export const NOVA = agent(302, 'Nova');
export const ATLAS = agent(303, 'Atlas');
export const agentId = (id: number) => AgentId.parse(id);

const words = ['check the weather', 'what is the weather', 'weather forecast', 'will it rain'];
export const WEATHER = ability(6403, 'Weather', {
  description: 'Tells the weather now and for the next three days.',
  trigger_words: words,
  last_updated: '2025-02-28T09:00:00Z',
  capability_versions: [{}, {}],
});
export const RADIO = ability(6404, 'Radio', { trigger_words: [], category: 'brain_skill' });

/** One Ability in each state, and one whose trigger words do not fire. */
export const CATALOG: Catalog = joinCatalog(
  [WEATHER, RADIO, ability(6405, 'Garage Door', { category: 'local' }), ability(6406, 'Memory Keeper')],
  [
    installed(90_001, 'Weather', { trigger_words: words }),
    installed(90_002, 'Radio', { enabled: false, trigger_words: [] }),
    installed(90_003, 'Old Jukebox', { category: 'background_daemon' }),
    installed(90_004, 'Memory Keeper', { agent_capability: false, category: 'a_newer_one' }),
  ],
  AT,
);

/** Weather ends today, Radio in two days. */
export const ENDS: StateEnds = {
  disabledAt: new Map([[InstalledAbilityId.parse(90_001), AT.getTime() + 3_600_000]]),
  enabledAt: new Map([[InstalledAbilityId.parse(90_002), AT.getTime() + 48 * 3_600_000]]),
};

export function entryOf(name: string, { entries }: Catalog = CATALOG): CatalogEntry {
  const entry = entries.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`${name} is not among the samples`);
  return entry;
}

/** Twenty installed Abilities: three pages. */
export const LONG_CATALOG: Catalog = joinCatalog(
  Array.from({ length: 20 }, (_, index) => ability(7001 + index, `Ability ${String(index + 1).padStart(2, '0')}`)),
  Array.from({ length: 20 }, (_, index) => installed(91_001 + index, `Ability ${String(index + 1).padStart(2, '0')}`)),
  AT,
);

/** The list for a query, as the operation returns it. */
export function listOf(catalog: Catalog, asked: Partial<ListQuery> = {}): Outcome & { kind: 'list' } {
  const query = { ...ALL_ABILITIES, ...asked };
  return { kind: 'list', catalog, query, found: selectEntries(catalog, query) };
}

/** One clash of each kind with this Ability, and one more. */
export const clashesWith = (name: string, word: string): Clash[] =>
  (['equal', 'similar', 'inside', 'inside'] as const).map((kind, index) => ({
    kind,
    word,
    agents: index === 0 ? [ECHO.name, name] : [],
    with: { id: InstalledAbilityId.parse(90_009), name, word: kind === 'equal' ? word : `${word}!` },
    ...(index === 0 ? { free: `ask ${word}` } : {}),
  }));
