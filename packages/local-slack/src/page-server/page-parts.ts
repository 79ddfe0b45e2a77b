import type { FileDrop, LocalSlack } from '../local-slack.ts';
import type { EventStream } from './event-stream.ts';
import type { ControlsInfo, PageWords, SampleInfo, TroubleInfo, VerbInfo } from './page-api.ts';
import type { WireLog } from './wire-log.ts';

/** Sample files to drop. */
export interface PageSamples {
  list: () => readonly SampleInfo[];
  /** The files of a sample, in order; null for an unknown name. */
  make: (name: string) => Promise<FileDrop[] | null>;
}

/** Switches that simulate failures. */
export interface PageTroubles {
  list: () => readonly TroubleInfo[];
  /** Resolves when the change has taken effect. */
  set: (id: string, on: boolean) => Promise<void>;
}

/** Buttons that change something around the app. */
export interface PageControls {
  describe: () => ControlsInfo | Promise<ControlsInfo>;
  /** Resolves when the change has taken effect. */
  press: (id: string) => Promise<void>;
}

/** Content of the page besides the workspace. */
export interface PageContent {
  /** The app's display name. */
  appName: string;
  verbs: readonly VerbInfo[];
  samples: PageSamples;
  troubles: PageTroubles;
  controls: PageControls | null;
  words: PageWords;
}

/** The sources of the page's state. */
export interface PageParts extends PageContent {
  slack: LocalSlack;
  wire: WireLog;
  events: EventStream;
}
