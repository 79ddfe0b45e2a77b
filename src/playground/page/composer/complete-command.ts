export const COMMAND = '/abilities';

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
  | { kind: 'refused'; sentence: string };

/** What Enter sends. A slash at the start is a command, as in Slack, where only known ones can be sent. */
export function readComposer(text: string, inThread: boolean): Said {
  const trimmed = text.trim();
  if (!trimmed.startsWith('/')) return { kind: 'message', text: trimmed };
  const [name = ''] = trimmed.split(/\s/, 1);
  if (name !== COMMAND) {
    return {
      kind: 'refused',
      sentence: `${name} is not a command of this workspace. ${COMMAND} is. Nothing was sent.`,
    };
  }
  if (inThread) {
    return {
      kind: 'refused',
      sentence: 'Slack runs no slash commands in threads. Send it in the channel; nothing was sent.',
    };
  }
  return { kind: 'command', text: trimmed.slice(name.length).trim() };
}
