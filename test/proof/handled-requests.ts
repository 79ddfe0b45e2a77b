import { setTimeout as wait } from 'node:timers/promises';
import type { Delivery } from '@abilities-bot/local-slack';
import * as z from 'zod';
import type { BotProcess } from './bot-process.ts';

/** An answer that a killed process has sent may still be on its way. */
const ON_ITS_WAY_MS = 500;

const Named = z.object({ trigger_id: z.string().optional(), event_id: z.string().optional() });

/** Which bot got which request of Slack, and which of those bots were killed since. A port belongs to one start. */
export class HandledRequests {
  readonly #portOf = new Map<string, number>();
  readonly #killed = new Map<number, AbortController>();

  forwarded(port: number, body: Buffer): void {
    const name = nameOf(readPayload(body.toString()));
    if (name !== null) this.#portOf.set(name, port);
  }

  async kill(bot: BotProcess): Promise<void> {
    const { port } = bot;
    await bot.kill();
    await wait(ON_ITS_WAY_MS);
    if (port !== null) this.#diesAt(port).abort();
  }

  /** Aborts shortly after the bot that got this request last was killed; aborted if no bot got it. */
  deathOf({ acked, payload }: Pick<Delivery, 'acked' | 'payload'>): AbortSignal {
    const port = this.#portOf.get(nameOf(payload) ?? '');
    if (port !== undefined) return this.#diesAt(port).signal;
    // Slack has shown an error.
    return acked ? new AbortController().signal : AbortSignal.abort();
  }

  #diesAt(port: number): AbortController {
    const known = this.#killed.get(port) ?? new AbortController();
    this.#killed.set(port, known);
    return known;
  }
}

/** A request's own name: it is the same when the request is delivered again. */
function nameOf(payload: unknown): string | null {
  const { event_id, trigger_id } = Named.safeParse(payload).data ?? {};
  return event_id ?? trigger_id ?? null;
}

/** In the encodings of Slack: JSON for events, a form with or without JSON in it for the others. */
function readPayload(body: string): unknown {
  if (body.startsWith('{')) return JSON.parse(body);
  const form = Object.fromEntries(new URLSearchParams(body));
  return form.payload === undefined ? form : JSON.parse(form.payload);
}
