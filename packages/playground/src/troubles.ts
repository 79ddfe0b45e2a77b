import { type Fault, LIE_NAMES, LIES, type Lie, type LocalService } from '@abilities-bot/local-service';
import type { FaultRule, LocalSlack } from '@abilities-bot/local-slack';
import type { PageTroubles, TroubleInfo } from '@abilities-bot/local-slack/page';
import type { BotProcess } from './bot-process.ts';

const TROUBLES = [
  { id: 'service-down', name: 'Service down', says: 'Connections fail.' },
  { id: 'service-slow', name: 'Service slow', says: 'Each response takes 4 seconds.' },
  { id: 'service-429', name: 'Service busy', says: 'Responds with 429 Too Many Requests.' },
  { id: 'slack-429', name: 'Slack busy', says: 'Responds with 429 to every call from the bot.' },
  {
    id: 'no-data-tables',
    name: 'Slack rejects data tables',
    says: 'Responds with invalid_blocks to data_table.',
  },
] as const;
type Trouble = (typeof TROUBLES)[number]['id'];

const SERVICE_FAULTS: Partial<Record<Trouble, Fault>> = {
  'service-down': { kind: 'reset' },
  'service-slow': { kind: 'delay', ms: 4000 },
  'service-429': { kind: 'status', status: 429, headers: { 'retry-after': '30' } },
};

const SLACK_FAULTS: Partial<Record<Trouble, FaultRule['fault']>> = {
  'slack-429': { status: 429, retryAfter: 1 },
  'no-data-tables': { rejectBlock: 'data_table' },
};

const idOf = (lie: Lie) => `lie-${lie}`;

/** `late-truth` as `Late truth`. */
const nameOf = (lie: Lie) => lie.charAt(0).toUpperCase() + lie.slice(1).replaceAll('-', ' ');

/** The failure switches. Each works independently; several may be on at the same time. */
export class Troubles implements PageTroubles {
  readonly #slack: LocalSlack;
  readonly #service: LocalService;
  readonly #bots: readonly BotProcess[];
  readonly #on = new Set<Trouble>();

  constructor(slack: LocalSlack, service: LocalService, bots: readonly BotProcess[]) {
    this.#slack = slack;
    this.#service = service;
    this.#bots = bots;
  }

  list(): TroubleInfo[] {
    return [
      ...TROUBLES.map((trouble) => ({ ...trouble, on: this.#on.has(trouble.id) })),
      ...this.#bots.map((bot, index) => ({
        id: this.#killedId(index),
        name: this.#bots.length === 1 ? 'Bot killed' : `Bot ${index + 1} killed`,
        says: 'The process stays down until you turn this off.',
        // Also on for a process that was killed from a terminal.
        on: bot.running === null,
      })),
      ...LIE_NAMES.map((lie) => ({
        id: idOf(lie),
        name: nameOf(lie),
        heading: 'Lies',
        says: LIES[lie],
        on: this.#service.lies.isTold(lie),
      })),
    ];
  }

  /** No effect for an unknown ID. */
  async set(id: string, on: boolean): Promise<void> {
    const bot = this.#bots.find((_bot, index) => this.#killedId(index) === id);
    // Resolves when the bot accepts requests again: its Slack calls during the start redraw the page.
    if (bot) return on ? bot.kill() : bot.start();
    const lie = LIE_NAMES.find((name) => idOf(name) === id);
    if (lie) return on ? this.#service.lies.tell(lie) : this.#service.lies.stop(lie);
    const trouble = TROUBLES.find((candidate) => candidate.id === id)?.id;
    if (!trouble) return;
    if (on) this.#on.add(trouble);
    else this.#on.delete(trouble);
    this.#service.faults.clear();
    this.#slack.faults.clear();
    for (const present of TROUBLES) if (this.#on.has(present.id)) this.#cause(present.id);
  }

  #killedId(index: number): string {
    return this.#bots.length === 1 ? 'bot-killed' : `bot-${index + 1}-killed`;
  }

  #cause(trouble: Trouble): void {
    const fault = SERVICE_FAULTS[trouble];
    if (fault) this.#service.faults.add({ match: { path: /^\/api\// }, fault });
    const slackFault = SLACK_FAULTS[trouble];
    if (slackFault) this.#slack.faults.add({ method: '*', times: Number.POSITIVE_INFINITY, fault: slackFault });
  }
}
