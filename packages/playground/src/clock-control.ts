import { setTimeout as wait } from 'node:timers/promises';
import type { ControlsInfo, PageControls } from '@abilities-bot/local-slack/page';
import type { BotProcess } from './bot-process.ts';

const MINUTE = 60_000;
const MOVES = [
  { id: 'ten-minutes', label: '+10 minutes', ms: 10 * MINUTE },
  { id: 'hour', label: '+1 hour', ms: 60 * MINUTE },
  { id: 'day', label: '+1 day', ms: 24 * 60 * MINUTE },
];

/** A plan that is more than an hour late asks instead, so a long way is gone in steps. */
const STEP_MS = 30 * MINUTE;
/** What is due begins in this time. */
const PAUSE_MS = 150;

/** Moves the clock of the bots, to see what is planned happen. The local Slack and the service keep the machine's time. */
export class ClockControl implements PageControls {
  readonly #bots: readonly BotProcess[];
  #moving = Promise.resolve();

  constructor(bots: readonly BotProcess[]) {
    this.#bots = bots;
  }

  describe(): ControlsInfo {
    return { heading: 'Clock', says: this.#says(), buttons: MOVES };
  }

  /** No effect for an unknown ID. A second press waits for the first. */
  press(id: string): Promise<void> {
    this.#moving = this.#moving.then(() => this.#move(id));
    return this.#moving;
  }

  async #move(id: string): Promise<void> {
    let left = MOVES.find((move) => move.id === id)?.ms ?? 0;
    while (left > 0) {
      const step = Math.min(left, STEP_MS);
      for (const bot of this.#bots) bot.moveClock(step);
      left -= step;
      await wait(PAUSE_MS);
    }
  }

  #says(): string {
    const minutes = Math.round((this.#bots[0]?.aheadMs ?? 0) / MINUTE);
    if (minutes === 0) return "The bot's clock matches this machine's clock.";
    const parts = [
      [Math.floor(minutes / 1440), 'd'],
      [Math.floor((minutes % 1440) / 60), 'h'],
      [minutes % 60, 'min'],
    ] as const;
    return `The bot's clock is ${parts.flatMap(([count, unit]) => (count > 0 ? `${count} ${unit}` : [])).join(' ')} ahead.`;
  }
}
