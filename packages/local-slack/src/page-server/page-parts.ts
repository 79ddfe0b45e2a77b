import type { FileDrop, LocalSlack } from '../local-slack.ts';
import type { EventStream } from './event-stream.ts';
import type { PageWords, SampleInfo, TroubleInfo, VerbInfo } from './page-api.ts';
import type { WireLog } from './wire-log.ts';

/** Files for visitors who have none at hand. */
export interface PageSamples {
  list: () => readonly SampleInfo[];
  /** The files of a sample, in their order; null for a name that is none. */
  make: (name: string) => Promise<FileDrop[] | null>;
}

/** Switches that make something go wrong. */
export interface PageTroubles {
  list: () => readonly TroubleInfo[];
  /** Resolves when it has happened. */
  set: (id: string, on: boolean) => Promise<void>;
}

/** What the page shows beside the workspace. */
export interface PageContent {
  /** The name of the app, where people read it. */
  appName: string;
  verbs: readonly VerbInfo[];
  samples: PageSamples;
  troubles: PageTroubles;
  words: PageWords;
}

/** What the state of the page is read from. */
export interface PageParts extends PageContent {
  slack: LocalSlack;
  wire: WireLog;
  events: EventStream;
}
