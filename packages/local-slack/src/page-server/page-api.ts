/**
 * The contract between the page and its server. The page fetches the state of one person at every change that
 * the event stream reports. Everything a person does is one action.
 */

import * as z from 'zod';
import type { Block, Directory, Option, ViewDefinition } from '../block-kit/index.ts';
import type { PersonKind } from '../local-slack.ts';

export interface PersonInfo {
  id: string;
  name: string;
  /** `app`: the bot itself. */
  kind: PersonKind | 'app';
}

/** The ways to address the app. */
export interface AppInfo {
  /** The slash command, with its slash. */
  command: string;
  /** With the at sign. */
  mention: string;
}

export interface ChannelInfo {
  id: string;
  /** Without the hash sign; for the direct message the bot's name. */
  name: string;
  kind: 'channel' | 'direct-message';
  botIsMember: boolean;
  isPrivate: boolean;
}

export interface FileInfo {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** A message as the person sees it now. */
export interface MessageInfo {
  ts: string;
  channelId: string;
  threadTs: string | null;
  userId: string;
  text: string;
  blocks: readonly Block[];
  files: readonly FileInfo[];
  /** "Only visible to you". */
  ephemeral: boolean;
  edited: boolean;
}

/** A shortcut of the app, in the menu beside the composer or among the actions of a message. */
export interface ShortcutInfo {
  callbackId: string;
  name: string;
  type: 'global' | 'message';
}

/** The modal in front, or the App Home. */
export interface ViewInfo {
  id: string;
  definition: ViewDefinition;
  /** Entered so far, by block ID and action ID, as Slack's `state.values`. */
  state: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Errors of the last submit, by block ID. */
  errors: Readonly<Record<string, string>>;
  /** Number of modals below this one. */
  depth: number;
  /** When the modal at the bottom was opened, in milliseconds since 1970. */
  openedAt: number;
}

/** The caller, the callee and the purpose of calls over the network. */
export interface DirectionInfo {
  /** Names the direction in each exchange: `Slack to bot`. */
  name: string;
  from: string;
  arrow: '→' | '←';
  to: string;
  says: string;
  /** The color of its sign. */
  color: 'in' | 'out' | 'other' | 'page';
  /** Shown only on request, and not counted: no traffic of the bot. */
  apart?: boolean;
}

/** One exchange over the network. Secrets are already masked. */
export interface WireInfo {
  n: number;
  /** The name of a direction. */
  direction: string;
  /** `/abilities list`, `block_actions`, `chat.update`, `PUT /api/…`. */
  title: string;
  status: number | null;
  ms: number;
  request: unknown;
  response: unknown;
}

/** A switch that simulates a failure. */
export interface TroubleInfo {
  id: string;
  name: string;
  /** The effect while it is on. */
  says: string;
  on: boolean;
  /** Listed below this heading, folded; absent: with the faults. */
  heading?: string;
}

/** Buttons in the wire panel that change something around the app, such as its clock. */
export interface ControlsInfo {
  heading: string;
  /** The present state. */
  says: string;
  buttons: readonly { id: string; label: string; isDisabled?: boolean }[];
}

/** A verb of the app's command, for the composer's completion. */
export interface VerbInfo {
  /** `show <name>` */
  usage: string;
  summary: string;
}

/** Sample files to drop. */
export interface SampleInfo {
  /** The names of its files. */
  name: string;
  label: string;
}

/** The texts of the page that depend on the app. */
export interface PageWords {
  /** Shown in an empty channel: what to try first. */
  hint: string;
  /** The button of the sample menu. */
  samples: string;
}

export interface PageState {
  /** Grows with every change; the event stream sends it. */
  revision: number;
  app: AppInfo;
  people: PersonInfo[];
  channels: ChannelInfo[];
  /** Options of people and conversation menus. */
  directory: Directory;
  messages: MessageInfo[];
  modal: ViewInfo | null;
  home: ViewInfo | null;
  directions: readonly DirectionInfo[];
  troubles: readonly TroubleInfo[];
  /** Null for none. */
  controls: ControlsInfo | null;
  shortcuts: readonly ShortcutInfo[];
  samples: readonly SampleInfo[];
  verbs: readonly VerbInfo[];
  words: PageWords;
}

const place = z.union([z.object({ channelId: z.string(), ts: z.string() }), z.object({ viewId: z.string() })]);
/** Name and content (base64) of a file from the visitor's machine. */
export const DroppedFile = z.object({ name: z.string().min(1).max(255), base64: z.string() });
const entered = z.union([z.string(), z.array(z.string()), z.array(DroppedFile)]);

/** POST /api/act. Answers ActAnswer. */
export const Action = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('say'),
    person: z.string(),
    channelId: z.string(),
    threadTs: z.string().nullable(),
    text: z.string().max(4000),
  }),
  /** `text` without the slash command's name. */
  z.object({ do: z.literal('command'), person: z.string(), channelId: z.string(), text: z.string().max(4000) }),
  /** Adds the bot to the channel. */
  z.object({ do: z.literal('invite'), person: z.string(), channelId: z.string() }),
  z.object({ do: z.literal('shortcut'), person: z.string(), callbackId: z.string() }),
  z.object({
    do: z.literal('message-shortcut'),
    person: z.string(),
    callbackId: z.string(),
    channelId: z.string(),
    ts: z.string(),
  }),
  /** A button, an overflow entry, a menu or a dispatching input; any confirm dialog has been confirmed. */
  z.object({
    do: z.literal('click'),
    person: z.string(),
    where: place,
    blockId: z.string(),
    actionId: z.string(),
    choice: z.union([z.string(), z.array(z.string())]).optional(),
  }),
  /** Values by block ID. */
  z.object({ do: z.literal('submit'), person: z.string(), viewId: z.string(), values: z.record(z.string(), entered) }),
  z.object({ do: z.literal('close-view'), person: z.string(), viewId: z.string() }),
  z.object({
    do: z.literal('drop'),
    person: z.string(),
    channelId: z.string(),
    files: z.array(DroppedFile).max(10),
    comment: z.string().max(4000),
  }),
  z.object({ do: z.literal('drop-sample'), person: z.string(), channelId: z.string(), sample: z.string() }),
  z.object({ do: z.literal('open-home'), person: z.string() }),
  z.object({ do: z.literal('trouble'), trouble: z.string(), on: z.boolean() }),
  z.object({ do: z.literal('control'), control: z.string() }),
]);
export type Action = z.infer<typeof Action>;

/**
 * `ok: false`: the error that a Slack client would show ("operation_timeout", a required field); `problems` by block ID,
 * if any.
 */
export type ActAnswer = { ok: true } | { ok: false; sentence: string; problems?: Record<string, string> };

/** POST /api/suggest: the app's options for an external select. */
export const SuggestRequest = z.object({
  person: z.string(),
  where: place,
  actionId: z.string(),
  query: z.string().max(200),
});
export type SuggestRequest = z.infer<typeof SuggestRequest>;
export type SuggestAnswer = { options: readonly Option[] };

/**
 * Routes, all on loopback with the right Host and Origin:
 *   GET  /                        the page
 *   GET  /api/state?person=ID     PageState
 *   GET  /api/wire?after=N        WireInfo[] with n > after
 *   GET  /api/events              text/event-stream; each event's data is the new revision
 *   GET  /api/file?person=ID&id=ID  the bytes of a file that the person sees
 *   POST /api/act                 Action -> ActAnswer
 *   POST /api/suggest             SuggestRequest -> SuggestAnswer
 */
export const ROUTES = {
  state: '/api/state',
  wire: '/api/wire',
  events: '/api/events',
  file: '/api/file',
  act: '/api/act',
  suggest: '/api/suggest',
} as const;
