import type { Fault, LocalService } from '@abilities-bot/local-service';
import type { FaultRule, LocalSlack } from '@abilities-bot/local-slack';
import type { PageTroubles, TroubleInfo } from '@abilities-bot/local-slack/page';
import type { BotProcess } from './bot-process.ts';

const TROUBLES = [
  { id: 'service-down', name: 'Service down', says: 'Connections fail.' },
  { id: 'service-slow', name: 'Service slow', says: 'Each response takes four seconds.' },
  { id: 'service-429', name: 'Service busy', says: 'Responds 429 Too Many Requests.' },
  { id: 'slack-429', name: 'Slack busy', says: 'Responds 429 to every call of the bot.' },
  {
    id: 'no-data-tables',
    name: 'Slack rejects data tables',
    says: 'Responds invalid_blocks to data_table.',
  },
  { id: 'bot-killed', name: 'Bot killed', says: 'The process is gone until you switch this off.' },
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

/** The failure switches. Each works independently; several may be on at the same time. */
export class Troubles implements PageTroubles {
  readonly #slack: LocalSlack;
  readonly #service: LocalService;
  readonly #bot: BotProcess;
  readonly #on = new Set<Trouble>();

  constructor(slack: LocalSlack, service: LocalService, bot: BotProcess) {
    this.#slack = slack;
    this.#service = service;
    this.#bot = bot;
  }

  list(): TroubleInfo[] {
    return TROUBLES.map((trouble) => ({ ...trouble, on: this.#on.has(trouble.id) }));
  }

  /** No effect for an unknown ID. */
  async set(id: string, on: boolean): Promise<void> {
    const trouble = TROUBLES.find((candidate) => candidate.id === id)?.id;
    if (!trouble) return;
    if (trouble === 'bot-killed') return this.#setKilled(on);
    if (on) this.#on.add(trouble);
    else this.#on.delete(trouble);
    this.#service.faults.clear();
    this.#slack.faults.clear();
    for (const present of TROUBLES) if (this.#on.has(present.id)) this.#cause(present.id);
  }

  /**
   * The switch turns off only when the bot accepts requests again: its Slack calls during the start redraw the page.
   */
  async #setKilled(on: boolean): Promise<void> {
    if (on) {
      this.#bot.kill();
      this.#on.add('bot-killed');
      return;
    }
    await this.#bot.start();
    this.#on.delete('bot-killed');
  }

  #cause(trouble: Trouble): void {
    const fault = SERVICE_FAULTS[trouble];
    if (fault) this.#service.faults.add({ match: { path: /^\/api\// }, fault });
    const slackFault = SLACK_FAULTS[trouble];
    if (slackFault) this.#slack.faults.add({ method: '*', times: Number.POSITIVE_INFINITY, fault: slackFault });
  }
}
