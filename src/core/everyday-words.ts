import { formatAgentRef, parseAgentRef } from './parse-ref.ts';
import { takeQuoted, unquote } from './quotes.ts';

/** An alias of a verb. It is rewritten before parsing, so that no other code knows it. */
interface EverydayWord {
  word: string;
  /** The verb whose help applies. */
  verb: string;
  toLine: (argument: string) => string;
}

const as = (word: string, verb: string): EverydayWord => ({
  word,
  verb,
  toLine: (argument) => `${verb} ${argument}`,
});

/** An Agent's list is changed in its form, where nothing happens before Save. */
const formOf = (agent: string) => `assign ${formatAgentRef(parseAgentRef(unquote(agent)))}`;

/** `Weather from Echo`: the last preposition outside quotes counts. */
const agentBehind = (preposition: RegExp, argument: string): string | undefined =>
  preposition.exec(takeQuoted(argument)?.rest ?? argument)?.[1];

const FROM_AGENT = /^.*\sfrom\s+(\S.*)$/is;
const TO_AGENT = /^.*\s(?:to|on)\s+(\S.*)$/is;

/** Without a name: upload. With one: its card, which has the button to assign it. */
function addLine(argument: string): string {
  if (unquote(argument) === '') return 'upload';
  const agent = agentBehind(TO_AGENT, argument);
  return agent === undefined ? `show ${argument}` : formOf(agent);
}

/** From an Agent, or from the account: `delete` asks first. */
function removeLine(argument: string): string {
  const agent = agentBehind(FROM_AGENT, argument);
  return agent === undefined ? `delete ${argument}` : formOf(agent);
}

export const EVERYDAY_WORDS: readonly EverydayWord[] = [
  as('ls', 'list'),
  as('on', 'enable'),
  as('off', 'disable'),
  { word: 'add', verb: 'assign', toLine: addLine },
  { word: 'install', verb: 'assign', toLine: addLine },
  { word: 'remove', verb: 'delete', toLine: removeLine },
  { word: 'rm', verb: 'delete', toLine: removeLine },
];

const BY_WORD = new Map(EVERYDAY_WORDS.map((everyday) => [everyday.word, everyday]));

export const findEverydayWord = (word: string): EverydayWord | undefined => BY_WORD.get(word.toLowerCase());
