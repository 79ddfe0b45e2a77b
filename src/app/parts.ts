import type { Logger } from '../base/logger.ts';

export interface Part {
  name: string;
  /** Absent for a part that is already open. */
  start?: () => unknown;
  /** Called even if `start` failed. */
  stop: () => unknown;
}

/** The parts of the bot. They are started one after another, and stopped in reverse order. */
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

  /** If a part can't be stopped, that is logged and the others are stopped nevertheless. */
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

/** A part that runs until the function returned by `begin` is called. */
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
