import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/core/parse-command.ts';

/** What a line is read as; the refusal when it cannot be read. */
function read(line: string) {
  const parsed = parseCommand(line);
  return parsed.ok ? parsed.command : parsed.refusal;
}

const named = (name: string) => ({ by: 'name', name });

test.each([
  ['', { verb: 'list', page: 1 }],
  ['   ', { verb: 'list', page: 1 }],
  ['list', { verb: 'list', page: 1 }],
  ['list 1', { verb: 'list', page: 1 }],
  ['list 12', { verb: 'list', page: 12 }],
  ['list 0', { verb: 'list', page: 1 }],
  ['list "2"', { verb: 'list', page: 2 }],
  ['agents', { verb: 'agents' }],
  ['upload', { verb: 'upload' }],
  ['help', { verb: 'help', about: null }],
  ['help Delete', { verb: 'help', about: 'delete' }],
  ['help nonsense', { verb: 'help', about: 'nonsense' }],
  ['show Weather', { verb: 'show', target: named('Weather') }],
  ['enable Weather', { verb: 'enable', target: named('Weather') }],
  ['disable Weather', { verb: 'disable', target: named('Weather') }],
  ['assign Echo', { verb: 'assign', agent: named('Echo') }],
  ['assign', { verb: 'agents' }],
])('%j', (line, command) => {
  expect(read(line)).toEqual(command);
});

test('a typed delete is never confirmed', () => {
  expect(read('delete Weather')).toEqual({ verb: 'delete', target: named('Weather'), confirmed: false });
  expect(read('delete id:6001')).toEqual({ verb: 'delete', target: { by: 'ability', id: 6001 }, confirmed: false });
});

describe('how a line is typed', () => {
  test.each(['LIST', 'List', '  list  ', '\tlist\n'])('%j is the list', (line) => {
    expect(read(line)).toEqual({ verb: 'list', page: 1 });
  });

  test.each([
    ['show night watch', 'night watch'],
    ['show   Night Watch  ', 'Night Watch'],
    ['SHOW Night Watch', 'Night Watch'],
    ['show\nNight Watch', 'Night Watch'],
    ['show "Night Watch"', 'Night Watch'],
    ["show 'Night Watch'", 'Night Watch'],
    ['show “Night Watch”', 'Night Watch'],
    ['show ‘Night Watch’', 'Night Watch'],
    ['show „Night Watch“', 'Night Watch'],
    ['show ‚Night Watch‘', 'Night Watch'],
    ['show « Night Watch »', 'Night Watch'],
    ['show »Night Watch«', 'Night Watch'],
    ['show "Night Watch”', 'Night Watch'],
    ['show O’Clock', 'O’Clock'],
    ['show "Weather', '"Weather'],
    ['show "', '"'],
    ['show Café Finder', 'Café Finder'],
    ['show 天気', '天気'],
    ['show حالة الطقس', 'حالة الطقس'],
    ['show Ümläut ẞ', 'Ümläut ẞ'],
    ['show list', 'list'],
    ['show <b>', '<b>'],
  ])('%j means %j', (line, name) => {
    expect(read(line)).toEqual({ verb: 'show', target: named(name) });
  });
});

describe('references', () => {
  test.each([
    ['id:6001', { by: 'ability', id: 6001 }],
    ['ID: 6001', { by: 'ability', id: 6001 }],
    ['"id:6001"', { by: 'ability', id: 6001 }],
    ['installed:90001', { by: 'installed', id: 90001 }],
    ['Installed: 90001', { by: 'installed', id: 90001 }],
    // A bare number may be either kind of ID, so it is neither.
    ['6001', named('6001')],
    ['#6001', named('#6001')],
    ['id:', named('id:')],
    ['id:-1', named('id:-1')],
    ['id:6001 Weather', named('id:6001 Weather')],
    ['id:٣', named('id:٣')],
    // Past what a number can hold exactly.
    ['id:9007199254740993', named('id:9007199254740993')],
    ['agent:301', named('agent:301')],
  ])('show %s', (text, target) => {
    expect(read(`show ${text}`)).toEqual({ verb: 'show', target });
  });

  test.each([
    ['agent:301', { by: 'agent', id: 301 }],
    ['Agent: 301', { by: 'agent', id: 301 }],
    ['301', named('301')],
    ['id:301', named('id:301')],
    ['“Écho”', named('Écho')],
  ])('assign %s', (text, agent) => {
    expect(read(`assign ${text}`)).toEqual({ verb: 'assign', agent });
  });
});

describe('what cannot be read is told with what to write instead', () => {
  test.each(['show', 'enable', 'disable', 'delete', 'show ""', 'show “ ”'])('%s', (line) => {
    const [verb = ''] = line.split(' ');
    expect(read(line)).toEqual({ why: 'missing-argument', verb, usage: `${verb} <name>` });
  });

  test.each([
    ['list all', { verb: 'list', usage: 'list [page]', given: 'all' }],
    ['list -1', { verb: 'list', usage: 'list [page]', given: '-1' }],
    ['list 1.5', { verb: 'list', usage: 'list [page]', given: '1.5' }],
    ['list 12345678', { verb: 'list', usage: 'list [page]', given: '12345678' }],
    ['agents Echo', { verb: 'agents', usage: 'agents', given: 'Echo' }],
    ['upload weather.zip', { verb: 'upload', usage: 'upload', given: 'weather.zip' }],
  ])('%s', (line, refusal) => {
    expect(read(line)).toEqual({ why: 'bad-argument', ...refusal });
  });

  test.each([
    ['lst', 'list'],
    ['agnets', 'agents'],
    ['ENABEL Weather', 'enable'],
    ['del Weather', 'delete'],
    ['"list"', 'list'],
    ['xyzzy', null],
    ['!', null],
    ['constructor', null],
    ['/abilities', null],
  ])('%s', (line, suggestion) => {
    const [word] = line.split(' ');
    expect(read(line)).toEqual({ why: 'unknown-verb', word, suggestion });
  });
});
