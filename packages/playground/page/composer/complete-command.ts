export const COMMAND = '/abilities';

/** What people write to mention the bot. */
const MENTION = '@abilities';
const INVITATION = /^\/invite\s+@abilities$/i;

export interface Verb {
  /** `show <name>` */
  usage: string;
  summary: string;
}

/** What the composer offers while a command is typed; nothing once the verb stands and its argument has begun. */
export function completeCommand(text: string, verbs: readonly Verb[]): Verb[] {
  if (!text.startsWith('/')) return [];
  if (COMMAND.startsWith(text)) return [...verbs];
  const [, typed] = /^\/abilities (\S*)$/.exec(text) ?? [];
  return typed === undefined ? [] : verbs.filter(({ usage }) => usage.startsWith(typed.toLowerCase()));
}

/** The text with the verb in full; what has to be named follows after the space. */
export function withVerb({ usage }: Verb): string {
  const [verb, argument] = usage.split(' ');
  return `${COMMAND} ${verb}${argument ? ' ' : ''}`;
}

/** Whether the text can be sent as it stands, so that Enter sends it and does not complete it. */
export function isWholeCommand(text: string, verbs: readonly Verb[]): boolean {
  return text === COMMAND || verbs.some((verb) => withVerb(verb).trim() === text.trim());
}

export type Said =
  | { kind: 'message'; text: string }
  /** `text` without the name of the command. */
  | { kind: 'command'; text: string }
  /** Slack's own command that adds the bot to the channel. */
  | { kind: 'invitation' }
  | { kind: 'refused'; sentence: string };

/** What Enter sends. A slash at the start is a command, as in Slack, where only known ones can be sent. */
export function readComposer(text: string, inThread: boolean): Said {
  const trimmed = text.trim();
  if (!trimmed.startsWith('/')) return { kind: 'message', text: trimmed };
  const [name = ''] = trimmed.split(/\s/, 1);
  if (INVITATION.test(trimmed)) return { kind: 'invitation' };
  if (name !== COMMAND) {
    return {
      kind: 'refused',
      sentence: `${name} is not a command of this workspace. ${COMMAND} and /invite ${MENTION} are. Nothing was sent.`,
    };
  }
  if (inThread) {
    return {
      kind: 'refused',
      sentence: `Slack runs no slash commands in threads. Nothing was sent. Write ${MENTION} and the same words here, or send it in the channel.`,
    };
  }
  return { kind: 'command', text: trimmed.slice(name.length).trim() };
}
