import type { AppInfo, VerbInfo } from '../../src/page-server/page-api.ts';

/** Suggestions while a command is typed; none once the verb is complete and its argument has begun. */
export function completeCommand(text: string, command: string, verbs: readonly VerbInfo[]): VerbInfo[] {
  if (!text.startsWith('/')) return [];
  if (command.startsWith(text)) return [...verbs];
  const typed = text.startsWith(`${command} `) ? text.slice(command.length + 1) : null;
  if (typed === null || /\s/.test(typed)) return [];
  return verbs.filter(({ usage }) => usage.startsWith(typed.toLowerCase()));
}

/** The text with the complete verb, followed by a space if it takes an argument. */
export function withVerb(command: string, { usage }: VerbInfo): string {
  const [verb, argument] = usage.split(' ');
  return `${command} ${verb}${argument ? ' ' : ''}`;
}

/** True if the text is a complete command, so that Enter sends instead of completing. */
export function isWholeCommand(text: string, command: string, verbs: readonly VerbInfo[]): boolean {
  return text === command || verbs.some((verb) => withVerb(command, verb).trim() === text.trim());
}

export type Said =
  | { kind: 'message'; text: string }
  /** `text` excludes the command name. */
  | { kind: 'command'; text: string }
  /** Slack's own command for adding the bot to the channel. */
  | { kind: 'invitation' }
  | { kind: 'refused'; sentence: string };

/** Interprets what Enter sends. A leading slash is a command; as in Slack, only known ones can be sent. */
export function readComposer(text: string, inThread: boolean, { command, mention }: AppInfo): Said {
  const trimmed = text.trim();
  if (!trimmed.startsWith('/')) return { kind: 'message', text: trimmed };
  const [name = '', ...words] = trimmed.split(/\s+/);
  if ([name, ...words].join(' ').toLowerCase() === `/invite ${mention}`.toLowerCase()) return { kind: 'invitation' };
  if (name !== command) {
    return {
      kind: 'refused',
      sentence: `${name} is not a valid command. Try ${command} or /invite ${mention}.`,
    };
  }
  if (inThread) {
    return {
      kind: 'refused',
      sentence: `Slash commands don't work in threads. Mention ${mention} here instead, or use the command in the channel.`,
    };
  }
  return { kind: 'command', text: trimmed.slice(name.length).trim() };
}
