import { describe, expect, test } from 'vitest';
import { EVERYDAY_WORDS } from '../../src/core/everyday-words.ts';
import { ALL_ABILITIES, type ListQuery } from '../../src/core/list-query.ts';
import { parseCommand, suggestLine, VERBS } from '../../src/core/verbs.ts';

function read(line: string) {
  const parsed = parseCommand(line);
  return parsed.ok ? parsed.command : parsed.refusal;
}

const named = (name: string) => ({ by: 'name', name });

const list = (query: Partial<ListQuery> = {}) => ({ verb: 'list', query: { ...ALL_ABILITIES, ...query } });

test.each([
  ['lsit rain state:enabled', { verb: 'list', argument: 'rain state:enabled' }],
  ['ENABEL Weather, Night Watch', { verb: 'enable', argument: 'Weather, Night Watch' }],
  ['uanssign "Echo"', { verb: 'unassign', argument: '"Echo"' }],
  // The verb accepts any argument, even one it cannot parse.
  ['agnets Echo', { verb: 'agents', argument: '' }],
  ['conect key-made-up', { verb: 'connect', argument: '' }],
  ['xyzzy Weather', null],
])('%j probably means %j', (line, likely) => {
  expect(suggestLine(line)).toEqual(likely);
});

describe('everyday words', () => {
  test('are neither verbs nor listed twice, and mean a verb', () => {
    const verbs = VERBS.map(({ name }) => name);
    const words = EVERYDAY_WORDS.map(({ word }) => word);
    expect(words.filter((word) => verbs.includes(word))).toEqual([]);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    expect(EVERYDAY_WORDS.filter(({ verb }) => !verbs.includes(verb))).toEqual([]);
  });

  test.each([
    ['ls', list()],
    ['LS rain state:enabled', list({ words: 'rain', state: 'enabled' })],
    ['on Weather, Radio', { verb: 'enable', targets: [named('Weather'), named('Radio')] }],
    ['off Weather', { verb: 'disable', targets: [named('Weather')] }],
    ['on', { verb: 'choose', wanted: 'enable' }],
    ['off', { verb: 'choose', wanted: 'disable' }],
    ['add', { verb: 'upload' }],
    ['install', { verb: 'upload' }],
    ['install Night Watch', { verb: 'show', target: named('Night Watch') }],
    ['add Weather to Echo', { verb: 'assign', agent: named('Echo') }],
    ['install Weather on "Echo"', { verb: 'assign', agent: named('Echo') }],
    ['add Weather to agent:301', { verb: 'assign', agent: { by: 'agent', id: 301 } }],
    ['add "Back to Work"', { verb: 'show', target: named('Back to Work') }],
    ['add "Back to Work" to Echo', { verb: 'assign', agent: named('Echo') }],
    ['remove Weather from Echo', { verb: 'assign', agent: named('Echo') }],
    ['rm Letters from Home from Echo', { verb: 'assign', agent: named('Echo') }],
    ['help rm', { verb: 'help', about: 'delete' }],
  ])('%j', (line, command) => {
    expect(read(line)).toEqual(command);
  });

  test.each(['remove', 'rm'])('%s asks before it deletes, and keeps a name in quotes whole', (word) => {
    expect(read(word)).toEqual({ verb: 'choose', wanted: 'delete' });
    expect(read(`${word} Weather`)).toEqual({ verb: 'delete', targets: [named('Weather')], confirmed: false });
    expect(read(`${word} "Letters from Home"`)).toMatchObject({
      targets: [named('Letters from Home')],
      confirmed: false,
    });
  });

  test.each(['Stop Watch', 'Pause for Thought', 'Schedule Helper', 'Mute Swan'])('%s is a name', (name) => {
    expect(read(name)).toEqual({ verb: 'find', name });
  });

  test.each(['stop', 'stop for now', 'pause everything', 'Mute please!'])('%s opens the form', (line) => {
    expect(read(line)).toEqual({ verb: 'quiet-form' });
  });

  test.each(['pause for half an hour', 'mute everything for 30m'])('%s begins at once', (line) => {
    expect(read(line)).toEqual({ verb: 'quiet', agent: null, forMs: 1_800_000 });
  });

  test('in quotes they begin a name', () => {
    expect(read('"On Air"')).toEqual({ verb: 'find', name: 'On Air' });
  });
});
