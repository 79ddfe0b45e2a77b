/** One file that was shared: Slack tells each file of a message in an event of its own. */
export interface SharedEvent {
  eventId: string;
  fileId: string;
  channelId: string;
  userId: string;
}

/** What one person shared in one conversation within a short while. */
export interface GatheredFiles {
  events: Pick<SharedEvent, 'eventId' | 'fileId'>[];
  channelId: string;
  userId: string;
}

/** Slack lets a person share ten files in a message; more at once are several messages. */
const MAX_EVENTS = 50;

interface Gathering {
  files: GatheredFiles;
  timer: NodeJS.Timeout;
  close: () => void;
  answered: Promise<void>;
}

/** Waits until no further file of a share comes for a while, so that the share is answered once, and as a whole. */
export class ShareGathering {
  readonly #waitMs: number;
  readonly #answer: (files: GatheredFiles) => Promise<void>;
  readonly #open = new Map<string, Gathering>();

  /** @param answer never throws. */
  constructor(waitMs: number, answer: (files: GatheredFiles) => Promise<void>) {
    this.#waitMs = waitMs;
    this.#answer = answer;
  }

  /** Resolves when the share of which this file is a part has been answered. */
  add({ channelId, eventId, fileId, userId }: SharedEvent): Promise<void> {
    const key = `${channelId}:${userId}`;
    const gathering = this.#open.get(key) ?? this.#begin(key, { events: [], channelId, userId });
    const { events } = gathering.files;
    events.push({ eventId, fileId });
    if (events.length >= MAX_EVENTS) gathering.close();
    else gathering.timer.refresh();
    return gathering.answered;
  }

  #begin(key: string, files: GatheredFiles): Gathering {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const timer = setTimeout(() => gathering.close(), this.#waitMs);
    const gathering: Gathering = {
      ...{ files, timer },
      close: () => {
        clearTimeout(timer);
        this.#open.delete(key);
        close();
      },
      answered: closed.then(() => this.#answer(files)),
    };
    this.#open.set(key, gathering);
    return gathering;
  }
}
