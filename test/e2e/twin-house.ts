import type { Exchange } from '@abilities-bot/local-service';
import type { CloudWorkspace, FormValues, Message, PersonDriver, View } from '@abilities-bot/local-slack';
import { listElements, renderText } from '@abilities-bot/local-slack/block-kit';
import { createServiceClient, type ServiceClient } from '../../src/service/client.ts';
import { type CloudHouse, type CloudHouseOptions, startCloudHouse } from './start-cloud-house.ts';

export const SIDES = ['north', 'south'] as const;
export type Side = (typeof SIDES)[number];
export const otherOf = (side: Side): Side => (side === 'north' ? 'south' : 'north');

/** Occurs in every trigger word of an account and nowhere else. */
export const MARK: Record<Side, string> = { north: 'Northern', south: 'Southern' };

/** The IDs that identify an account, in every form in which they are written. */
export interface OwnIds {
  weather: number;
  installedWeather: number;
  echo: number;
  /** Matches any of them anywhere. */
  any: RegExp;
}

/** Two workspaces with the same IDs for people, channels and the bot, on one bot, one database and one service. */
export interface Twins extends CloudHouse<Side> {
  /** Each account as seen by another caller, with a key that the bot does not have. */
  accountOf: Record<Side, ServiceClient>;
  idsOf: Record<Side, OwnIds>;
  /** All calls to the service with the key of a side, which only the bot has. */
  callsOf: (side: Side) => Exchange[];
}

/** Installed and connected in both. Cleo is an owner in both; `further` people exist in only one. */
export async function startTwins(options: Omit<CloudHouseOptions<Side>, 'workspaces'> = {}): Promise<Twins> {
  const exchanges: Exchange[] = [];
  const cleo = { id: 'U0TWINCLEO', name: 'cleo', kind: 'owner' } as const;
  const dora = { id: 'U0TWINDORA', name: 'dora' } as const;
  const house = await startCloudHouse<Side>({
    ...options,
    workspaces: [
      { name: 'north', stem: 'TWIN', people: [cleo, { ...dora, kind: 'admin' }] },
      { name: 'south', stem: 'TWIN', people: [cleo, { ...dora, kind: 'guest' }] },
    ],
    service: {
      agentRowsCarryAbilities: true,
      ...options.service,
      onExchange: (exchange) => void exchanges.push(exchange),
    },
  });
  const accountOf = { north: await besideTheBot(house, 'north'), south: await besideTheBot(house, 'south') };
  for (const side of SIDES) {
    await markWords(accountOf[side], MARK[side]);
    await house.move(side);
  }
  const idsOf = { north: await readIds(accountOf.north), south: await readIds(accountOf.south) };
  const callsOf = (side: Side) => exchanges.filter(({ key }) => key === `…${house.accounts[side].key.slice(-4)}`);
  return { ...house, accountOf, callsOf, idsOf };
}

async function besideTheBot({ accounts, config }: CloudHouse<Side>, side: Side): Promise<ServiceClient> {
  const value = await accounts[side].anotherKey();
  return createServiceClient({ ...config.service, credential: { kind: 'api-key', value } });
}

/** The same names everywhere with different words; News is enabled only in the North. */
async function markWords(account: ServiceClient, mark: string): Promise<void> {
  for (const row of await account.listInstalledAbilities()) {
    if (row.triggerWords.length === 0 || row.name === 'Old Jukebox') continue;
    const enabled = row.name === 'News' ? mark === MARK.north : row.enabled;
    await account.setInstalledAbility(row, { enabled, triggerWords: [`${mark} ${row.name}`] });
  }
}

async function readIds(account: ServiceClient): Promise<OwnIds> {
  const [abilities, installed, agents] = await Promise.all([
    account.listAbilities(),
    account.listInstalledAbilities(),
    account.listAgents(),
  ]);
  const all = [
    ...abilities.map(({ id }) => `\\bid:${id}\\b|\\bID \\**${id}\\b`),
    ...installed.map(({ id }) => `\\binstalled:${id}\\b`),
    ...agents.map(({ id }) => `\\bagent:${id}\\b`),
  ];
  const idIn = (rows: readonly { id: number; name: string }[], name: string) => {
    const row = rows.find((candidate) => candidate.name === name);
    if (!row) throw new Error(`${name} is not on the account.`);
    return row.id;
  };
  return {
    weather: idIn(abilities, 'Weather'),
    installedWeather: idIn(installed, 'Weather'),
    echo: idIn(agents, 'Echo'),
    any: new RegExp(all.join('|')),
  };
}

export interface Inside {
  slack: CloudWorkspace;
  ana: PersonDriver;
  cleo: PersonDriver;
  /** Admin in the North, guest in the South. */
  dora: PersonDriver;
}

export function inside({ cloud }: Twins, side: Side): Inside {
  const slack = cloud.workspaces[side];
  const as = (name: string) => {
    const person = slack.people[name];
    if (!person) throw new Error(`${name} is not in ${side}.`);
    return slack.as(person);
  };
  return { slack, ana: as('ana'), cleo: as('cleo'), dora: as('dora') };
}

/** The visible text and the data behind it. */
export const textOf = (shown: Message | View): string => {
  const definition = 'definition' in shown ? shown.definition : {};
  return `${renderText({ ...shown, ...definition })}\n${JSON.stringify({ ...shown, definition })}`;
};

/** Shorter than a test timeout: what was shown instead explains more than a timeout does. */
const PATIENCE_MS = 50_000;

/** The next match shown in a workspace after `act`. */
export async function shownAfter(
  slack: CloudWorkspace,
  shows: RegExp,
  act: () => Promise<unknown>,
): Promise<Message | View> {
  const after = slack.transcript.revision;
  await act();
  try {
    return await slack.waitFor(
      ({ messages, views }) => {
        const fresh = [...messages, ...views.filter(({ open }) => open)].filter(({ revision }) => revision > after);
        return fresh.find((shown) => shows.test(textOf(shown)));
      },
      { signal: AbortSignal.timeout(PATIENCE_MS) },
    );
  } catch {
    const { messages, views } = slack.transcript;
    const shown = [...messages, ...views].filter(({ revision }) => revision > after).map((one) => renderText(one));
    throw new Error(`Nothing showed ${shows}, but:\n${shown.join('\n---\n')}`);
  }
}

/** Ana saves settings with the form. */
export async function saveSettings(twins: Twins, side: Side, values: FormValues): Promise<void> {
  const { ana, slack } = inside(twins, side);
  await shownAfter(slack, /== Settings/, () => ana.command('settings', { channel: slack.channels.ops }));
  const form = await slack.nextView(({ callbackId, open }) => open && callbackId === 'settings');
  await shownAfter(slack, /Settings saved|No changes/, () => ana.submit(form, values));
}

/** The buttons of a message or modal with their blocks. */
export const buttonsOf = ({ blocks }: Message | View) =>
  listElements(blocks).flatMap(({ block, element }) =>
    element.type === 'button' && element.value !== undefined
      ? [{ blockId: block.block_id ?? '', value: element.value }]
      : [],
  );
