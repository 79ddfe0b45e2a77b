import { setTimeout as wait } from 'node:timers/promises';
import type { ControlsInfo, PageControls } from '@abilities-bot/local-slack/page';
import type { BotProcess } from './bot-process.ts';
import type { NextSchedule } from './next-schedule.ts';

const MINUTE = 60_000;
const MOVES = [
  { id: 'ten-minutes', label: '+10 minutes', ms: 10 * MINUTE },
  { id: 'hour', label: '+1 hour', ms: 60 * MINUTE },
  { id: 'day', label: '+1 day', ms: 24 * 60 * MINUTE },
];
const TO_NEXT = { id: 'next', label: 'To the next planned change' };

/** A plan that is more than an hour late asks instead, so a long way is gone in steps. */
const STEP_MS = 30 * MINUTE;
const PAUSE_MS = 150;
/** What is due has run after this many pauses, or it is being retried, or no bot is running. */
const MAX_PAUSES = 40;

/** Moves the clock of the bots, to see what is planned happen. The local Slack and the service keep the machine's time. */
export class ClockControl implements PageControls {
  readonly #bots: readonly BotProcess[];
  readonly #readNext: () => Promise<NextSchedule | null>;
  #moving = Promise.resolve();

  constructor(bots: readonly BotProcess[], readNext: () => Promise<NextSchedule | null>) {
    this.#bots = bots;
    this.#readNext = readNext;
  }

  async describe(): Promise<ControlsInfo> {
    const next = await this.#readNext();
    const says = `${this.#says()} ${next ? `Next: ${next.what}, ${timeOf(next)}.` : 'Nothing is planned.'}`;
    return { heading: 'Clock', says, buttons: [...MOVES, { ...TO_NEXT, isDisabled: next === null }] };
  }

  /** No effect for an unknown ID. A second press waits for the first. */
  press(id: string): Promise<void> {
    const moved = this.#moving.then(() => (id === TO_NEXT.id ? this.#moveToNext() : this.#moveBy(msOf(id))));
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  async #moveToNext(): Promise<void> {
    // What is running now is not what comes next.
    await this.#settle();
    const next = await this.#readNext();
    if (next) await this.#moveBy(next.dueAt - this.#now());
  }

  async #moveBy(ms: number): Promise<void> {
    let left = ms;
    while (left > 0) {
      const step = Math.min(left, STEP_MS);
      for (const bot of this.#bots) bot.moveClock(step);
      left -= step;
      await this.#waitUntil(({ dueAt }) => dueAt > this.#now());
      await wait(PAUSE_MS);
    }
    await this.#settle();
  }

  /** Until what was due has run. */
  #settle(): Promise<void> {
    return this.#waitUntil(({ plannedFor }) => plannedFor > this.#now());
  }

  async #waitUntil(isSo: (next: NextSchedule) => boolean): Promise<void> {
    for (let pauses = 0; pauses < MAX_PAUSES && this.#bots.some(({ running }) => running); pauses += 1) {
      const next = await this.#readNext();
      if (!next || isSo(next)) return;
      await wait(PAUSE_MS);
    }
  }

  #now(): number {
    return Date.now() + this.#aheadMs();
  }

  #aheadMs(): number {
    return this.#bots[0]?.aheadMs ?? 0;
  }

  #says(): string {
    const minutes = Math.round(this.#aheadMs() / MINUTE);
    if (minutes === 0) return "The bot's clock matches this machine's clock.";
    const parts = [
      [Math.floor(minutes / 1440), 'd'],
      [Math.floor((minutes % 1440) / 60), 'h'],
      [minutes % 60, 'min'],
    ] as const;
    return `The bot's clock is ${parts.flatMap(([count, unit]) => (count > 0 ? `${count} ${unit}` : [])).join(' ')} ahead.`;
  }
}

const msOf = (id: string): number => MOVES.find((move) => move.id === id)?.ms ?? 0;

/** On the clock of this machine, which is also that of the page. */
const timeOf = ({ dueAt }: NextSchedule): string =>
  new Date(dueAt).toLocaleString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
