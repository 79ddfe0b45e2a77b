import type { LocalSlack, Message, Person, View } from '../local-slack.ts';
import type { ChannelInfo, MessageInfo, PageState, PersonInfo, ViewInfo } from './page-api.ts';
import type { PageParts } from './page-parts.ts';

/** The workspace as one person sees it. */
export async function readPageState(parts: PageParts, person: Person): Promise<PageState> {
  const { appName, controls, events, samples, slack, troubles, verbs, wire, words } = parts;
  const driver = slack.as(person);
  const direct = await slack.directMessage(person);
  const rooms = Object.values(slack.channels).filter((channel) => slack.isMember(channel, person.id));
  const channels: ChannelInfo[] = [
    ...rooms.map((room) => ({
      id: room.id,
      name: room.name,
      kind: 'channel' as const,
      botIsMember: slack.isMember(room, slack.botUserId),
      isPrivate: room.isPrivate,
    })),
    { id: direct.id, name: appName, kind: 'direct-message', botIsMember: true, isPrivate: true },
  ];
  const messages = channels
    .flatMap(({ id }) => driver.sees({ id, name: '' }))
    .map((message) => describeMessage(message, slack));
  const modal = driver.modal();
  const home = slack.transcript.views.find(({ type, userId }) => type === 'home' && userId === person.id);
  return {
    revision: events.revision,
    app: { command: slack.command, mention: `@${slack.botName}` },
    people: [...Object.values(slack.people).map(describePerson), { id: slack.botUserId, name: appName, kind: 'app' }],
    channels,
    directory: driver.directory(),
    messages,
    modal: modal ? describeView(modal, slack) : null,
    home: home ? describeView(home, slack) : null,
    directions: wire.directions,
    troubles: troubles.list(),
    controls: (await controls?.describe()) ?? null,
    shortcuts: slack.shortcuts,
    samples: samples.list(),
    verbs,
    words,
  };
}

const describePerson = ({ id, name, kind }: Person): PersonInfo => ({ id, name, kind });

function describeMessage(message: Message, slack: LocalSlack): MessageInfo {
  const { blocks, channelId, edits, ephemeralFor, files, text, threadTs, ts, userId } = message;
  // A message has little more than the ID of a file from another organization, but a client shows the whole file.
  const shown = files.flatMap(({ id }) => slack.describeFile(String(id)) ?? []);
  return {
    ts,
    channelId,
    threadTs,
    userId,
    text,
    blocks,
    files: shown,
    ephemeral: ephemeralFor !== null,
    edited: edits > 0,
  };
}

function describeView(
  { definition, errors, id, openedAt, previousViewId, state }: View,
  { transcript }: LocalSlack,
): ViewInfo {
  let depth = 0;
  for (let below = previousViewId; below; below = transcript.findView(below)?.previousViewId ?? null) depth += 1;
  return { id, definition, state, errors, depth, openedAt };
}
