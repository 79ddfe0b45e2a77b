import type { Logger } from '../base/logger.ts';

/** A part of the running bot. */
export interface Part {
  name: string;
  /** Absent for one that has been opened already. */
  start?: () => unknown;
  /** Also called if `start` failed. */
  stop: () => unknown;
}

/** The parts of the bot: started one after another, and stopped in the reverse order. */
export class Parts {
  readonly #log: Logger;
  #started: Part[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @throws the error of `start`. */
  async start(part: Part): Promise<void> {
    this.#started.push(part);
    await part.start?.();
  }

  /** A part that cannot be stopped is logged and does not keep the others from stopping. */
  async stop(): Promise<void> {
    const parts = this.#started.toReversed();
    this.#started = [];
    for (const { name, stop } of parts) {
      try {
        await stop();
      } catch (error) {
        this.#log.error({ err: error, step: name }, 'shutdown step failed');
      }
    }
  }
}

/** A part that runs from its start until the function that the start returned is called. */
export function running(name: string, begin: () => (() => void) | Promise<() => void>): Part {
  let end = () => {};
  return {
    name,
    start: async () => {
      end = await begin();
    },
    stop: () => end(),
  };
}
