import { formatAgentRef, parseAgentRef, takeQuoted, unquote } from './references.ts';

/** An alias of a verb, replaced before parsing. */
interface EverydayWord {
  word: string;
  /** The verb whose help applies. */
  verb: string;
  /** Null if the text is a name instead. */
  toLine: (argument: string) => string | null;
  /** False for a word that many names begin with, which is not suggested as a correction. */
  isSuggested: boolean;
}

const as = (word: string, verb: string): EverydayWord => ({
  word,
  verb,
  toLine: (argument) => `${verb} ${argument}`,
  isSuggested: true,
});

const EVERYTHING = /^(?:all|everything|now|please|it|for now|everything now)?[.!]*$/i;

/** Means the verb only on its own, because `Stop Watch` and `Schedule Helper` are names. */
const alone = (word: string, verb: string, line = verb): EverydayWord => ({
  word,
  verb,
  toLine: (argument) => (EVERYTHING.test(argument.trim()) ? line : null),
  isSuggested: false,
});

/** A time makes it a command, whereas `Pause for Thought` is a name. */
const WITH_TIME =
  /^(?:(?:all|everything)\s+)?(?:(?:until|till)\s+\S|for\s+(?:\d|half\b|an?\s+(?:minute|hour|day|week)\b))/i;

/** Without a time, opens the form, because a single word shouldn't disable everything. */
const asQuiet = (word: string): EverydayWord => {
  const opens = alone(word, 'quiet', 'quiet choose:');
  return {
    ...opens,
    toLine: (argument) => (WITH_TIME.test(argument) ? `quiet ${argument}` : opens.toLine(argument)),
  };
};

/** Opens the form with the Agent's Abilities, which changes nothing until it is saved. */
const formOf = (agent: string) => `assign ${formatAgentRef(parseAgentRef(unquote(agent)))}`;

/** The Agent in `Weather from Echo`. The last preposition outside quotes counts. */
const agentBehind = (preposition: RegExp, argument: string): string | undefined =>
  preposition.exec(takeQuoted(argument)?.rest ?? argument)?.[1];

const FROM_AGENT = /^.*\sfrom\s+(\S.*)$/is;

const TO_AGENT = /^.*\s(?:to|on)\s+(\S.*)$/is;

/** Without a name: `upload`. With a name: the Ability's card, which has a button to assign it. */
function addLine(argument: string): string {
  if (unquote(argument) === '') return 'upload';
  const agent = agentBehind(TO_AGENT, argument);
  return agent === undefined ? `show ${argument}` : formOf(agent);
}

/** Removes from an Agent, or from the account: `delete` asks for confirmation. */
function removeLine(argument: string): string {
  const agent = agentBehind(FROM_AGENT, argument);
  return agent === undefined ? `delete ${argument}` : formOf(agent);
}

export const EVERYDAY_WORDS: readonly EverydayWord[] = [
  as('ls', 'list'),
  as('on', 'enable'),
  as('off', 'disable'),
  asQuiet('mute'),
  asQuiet('pause'),
  asQuiet('silence'),
  asQuiet('stop'),
  as('unmute', 'resume'),
  as('unpause', 'resume'),
  alone('plan', 'scheduled'),
  alone('planned', 'scheduled'),
  alone('plans', 'scheduled'),
  alone('schedule', 'scheduled'),
  { word: 'add', verb: 'assign', toLine: addLine, isSuggested: true },
  { word: 'install', verb: 'assign', toLine: addLine, isSuggested: true },
  { word: 'remove', verb: 'delete', toLine: removeLine, isSuggested: true },
  { word: 'rm', verb: 'delete', toLine: removeLine, isSuggested: true },
];

const BY_WORD = new Map(EVERYDAY_WORDS.map((everyday) => [everyday.word, everyday]));

export const findEverydayWord = (word: string): EverydayWord | undefined => BY_WORD.get(word.toLowerCase());
