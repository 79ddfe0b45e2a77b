import { describe, expect, test } from 'vitest';
import { ALL_ABILITIES, type ListQuery } from '../../src/core/list-query.ts';
import { parseCommand, suggestVerb } from '../../src/core/verbs.ts';

/** The parsed line, or the refusal. */
function read(line: string) {
  const parsed = parseCommand(line);
  return parsed.ok ? parsed.command : parsed.refusal;
}

const named = (name: string) => ({ by: 'name', name });

const list = (query: Partial<ListQuery> = {}) => ({ verb: 'list', query: { ...ALL_ABILITIES, ...query } });

test.each([
  ['', list()],
  ['   ', list()],
  ['list', list()],
  ['list 1', list()],
  ['list 12', list({ page: 12 })],
  ['list 0', list()],
  ['check page:2', { verb: 'check', name: null, page: 2 }],
  ['check page:1', { verb: 'check', name: null }],
  ['check Night Watch page:3', { verb: 'check', name: 'Night Watch', page: 3 }],
  ['check "Night page:3"', { verb: 'check', name: 'Night page:3' }],
  ['list "2"', list({ page: 2 })],
  ['list rain', list({ words: 'rain' })],
  ['search', { verb: 'search', query: ALL_ABILITIES }],
  ['say', { verb: 'say-form' }],
  ['say ""', { verb: 'say-form' }],
  ['search rain', { verb: 'search', query: { ...ALL_ABILITIES, words: 'rain' } }],
  ['agents', { verb: 'agents' }],
  ['export', { verb: 'export' }],
  ['upload', { verb: 'upload' }],
  ['new Night Tides', { verb: 'new', name: 'Night Tides' }],
  ['new "Night Tides"', { verb: 'new', name: 'Night Tides' }],
  ['help', { verb: 'help', about: null }],
  ['help Delete', { verb: 'help', about: 'delete' }],
  ['help nonsense', { verb: 'help', about: 'nonsense' }],
  ['show Weather', { verb: 'show', target: named('Weather') }],
  ['enable Weather', { verb: 'enable', targets: [named('Weather')] }],
  ['disable Weather', { verb: 'disable', targets: [named('Weather')] }],
  ['triggers Weather', { verb: 'triggers', target: named('Weather') }],
  ['assign Echo', { verb: 'assign', agent: named('Echo') }],
  ['assign', { verb: 'agents' }],
  ['undo', { verb: 'undo', changeId: null }],
  ['undo 0123456789ABCDEF', { verb: 'undo', changeId: '0123456789abcdef' }],
])('%j', (line, command) => {
  expect(read(line)).toEqual(command);
});

test.each(['show', 'triggers', 'enable', 'disable'])('%s alone opens a form to choose', (verb) => {
  for (const line of [verb, `${verb} ""`, `${verb} “ ”`]) expect(read(line)).toEqual({ verb: 'choose', wanted: verb });
});

test.each(['delete', 'delete ""', 'delete “ ”'])('%s names no Ability', (line) => {
  expect(read(line)).toEqual({ verb: 'delete', targets: [], confirmed: false });
});

test('what is typed is never confirmed', () => {
  expect(read('delete Weather')).toEqual({ verb: 'delete', targets: [named('Weather')], confirmed: false });
  expect(read('delete id:6001')).toEqual({ verb: 'delete', targets: [{ by: 'ability', id: 6001 }], confirmed: false });
  expect(read('unassign Echo')).toEqual({ verb: 'unassign', agent: named('Echo'), confirmed: false });
});

describe('a name without a verb is looked for', () => {
  test.each([
    ['Weather', 'Weather'],
    ['night watch', 'night watch'],
    ['"Night Watch"', 'Night Watch'],
    ['id:6001', 'id:6001'],
    ['ENABEL Weather', 'ENABEL Weather'],
    ['constructor', 'constructor'],
    ['!', '!'],
    ['""', '""'],
    // A quoted verb is a name.
    ['"list"', 'list'],
  ])('%j', (line, name) => {
    expect(read(line)).toEqual({ verb: 'find', name });
  });
});

describe('several names', () => {
  test.each([
    ['Weather, Night Watch', ['Weather', 'Night Watch']],
    ['Weather\nNight Watch', ['Weather', 'Night Watch']],
    ['"Weather" "Night Watch"', ['Weather', 'Night Watch']],
    ['“Weather” ‘Night Watch’', ['Weather', 'Night Watch']],
    ['"Weather", Radio,"Night Watch"', ['Weather', 'Radio', 'Night Watch']],
    [' ,Weather,, Radio,\n ', ['Weather', 'Radio']],
    ['"Rain, snow", Radio', ['Rain, snow', 'Radio']],
    ["'Bob's Timer' Ann's", ["'Bob's Timer' Ann's"]],
    ["'Bob's Timer', Ann's", ["Bob's Timer", "Ann's"]],
    ['Night Watch', ['Night Watch']],
    ['Weather "Night Watch"', ['Weather "Night Watch"']],
    ['"Weather', ['"Weather']],
    ['"Night" Watch', ['"Night" Watch']],
    ['Weather, weather, Weather', ['Weather', 'weather']],
  ])('%j', (text, names) => {
    expect(read(`enable ${text}`)).toEqual({ verb: 'enable', targets: names.map(named) });
    expect(read(`delete ${text}`)).toMatchObject({ targets: names.map(named) });
  });

  test('IDs of both kinds among them', () => {
    const targets = [{ by: 'ability', id: 6001 }, { by: 'installed', id: 90001 }, named('Radio')];
    expect(read('disable id:6001, installed: 90001, Radio')).toEqual({ verb: 'disable', targets });
  });
});

describe('trigger words', () => {
  const change = (name: string, change: object) => ({
    verb: 'change-triggers',
    target: named(name),
    change,
  });
  const edit = (add: string[], remove: string[]) => ({ kind: 'edit', add, remove });

  test.each([
    ['Weather add: rain', change('Weather', edit(['rain'], []))],
    ['Weather add:rain, light snow', change('Weather', edit(['rain', 'light snow'], []))],
    ['Weather remove: rain\nsnow', change('Weather', edit([], ['rain', 'snow']))],
    ['Weather add: a, b remove: c', change('Weather', edit(['a', 'b'], ['c']))],
    ['Weather REMOVE: c Add: a', change('Weather', edit(['a'], ['c']))],
    ['Weather add: a add: b, A', change('Weather', edit(['a', 'b'], []))],
    ['Weather replace: a, b', change('Weather', { kind: 'replace', words: ['a', 'b'] })],
    ['"Night Watch" add: a', change('Night Watch', edit(['a'], []))],
    ['‘Night Watch’ add: a', change('Night Watch', edit(['a'], []))],
    ['"Now add: it" add: a', change('Now add: it', edit(['a'], []))],
    ["Bob's add: 'quoted'", change("Bob's", edit(["'quoted'"], []))],
    ['Weather add: "hey, you", hello', change('Weather', edit(['hey, you', 'hello'], []))],
    ['Weather add: “hey, you” “please add: milk”', change('Weather', edit(['hey, you', 'please add: milk'], []))],
    ['Weather add: "a, b" remove: c', change('Weather', edit(['a, b'], ['c']))],
    ['Weather replace: «a, b»\nc', change('Weather', { kind: 'replace', words: ['a, b', 'c'] })],
    ['Weather add: say "hi" now, "open', change('Weather', edit(['say "hi" now', '"open'], []))],
    // The whole text may be one existing word.
    ['Weather remove: hey, you', change('Weather', { ...edit([], ['hey', 'you']), whole: 'hey, you' })],
    ['Weather remove: "hey"', change('Weather', { ...edit([], ['hey']), whole: '"hey"' })],
    ['Weather remove: "a, b", c add: d', change('Weather', { ...edit(['d'], ['a, b', 'c']), whole: '"a, b", c' })],
    ['Weather remove: a, b remove: c', change('Weather', edit([], ['a', 'b', 'c']))],
    ['Weather edit:', { verb: 'edit-triggers', target: named('Weather') }],
    ['installed:90001 edit:', { verb: 'edit-triggers', target: { by: 'installed', id: 90001 } }],
    // Not a keyword without its colon.
    ['Video edit', { verb: 'triggers', target: named('Video edit') }],
    ['"Now add: it"', { verb: 'triggers', target: named('Now add: it') }],
  ])('triggers %j', (text, command) => {
    expect(read(`triggers ${text}`)).toEqual(command);
  });

  test.each([
    'Weather add:',
    'Weather add: ,',
    'Weather add: ""',
    'Weather add: a remove:',
    'Weather replace: a add: b',
    'Weather edit: a',
    'Weather add: a edit:',
    'add: a',
    'edit:',
  ])('triggers %j does not fit', (text) => {
    expect(read(`triggers ${text}`)).toMatchObject({ why: 'bad-argument', verb: 'triggers', given: text });
  });
});

describe('how a line is typed', () => {
  test.each(['LIST', 'List', '  list  ', '\tlist\n'])('%j is the list', (line) => {
    expect(read(line)).toEqual(list());
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
    ['show "Bob\'s "big" Timer"', 'Bob\'s "big" Timer'],
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
    // A bare number could be either kind of ID, so it is treated as neither.
    ['6001', named('6001')],
    ['#6001', named('#6001')],
    ['id:', named('id:')],
    ['id:-1', named('id:-1')],
    ['id:6001 Weather', named('id:6001 Weather')],
    ['id:٣', named('id:٣')],
    // Beyond the largest safe integer.
    ['id:9007199254740993', named('id:9007199254740993')],
    ['agent:301', named('agent:301')],
  ])('show %s', (text, target) => {
    expect(read(`show ${text}`)).toEqual({ verb: 'show', target });
  });

  test.each([
    ['agent:301', { by: 'agent', id: 301 }],
    ['Agent: 301', { by: 'agent', id: 301 }],
    ['301', named('301')],
    ['“Écho”', named('Écho')],
  ])('assign %s', (text, agent) => {
    expect(read(`assign ${text}`)).toEqual({ verb: 'assign', agent });
  });

  test('assign id:6001 is about the Ability', () => {
    expect(read('assign id:6001')).toEqual({ verb: 'assign-to', abilityId: 6001 });
  });
});

describe('an invalid command is reported with what to write instead', () => {
  test.each([
    ['unassign', 'unassign <agent>'],
    ['unassign ""', 'unassign <agent>'],
    ['new', 'new <name>'],
  ])('%s', (line, usage) => {
    const [verb = ''] = line.split(' ');
    expect(read(line)).toEqual({ why: 'missing-argument', verb, usage });
  });

  test.each([
    ['agents Echo', { verb: 'agents', usage: 'agents', given: 'Echo' }],
    ['upload weather.zip', { verb: 'upload', usage: 'upload', given: 'weather.zip' }],
    ['undo Weather', { verb: 'undo', usage: 'undo [change ID]', given: 'Weather' }],
    ['undo 0123456789abcde', { verb: 'undo', usage: 'undo [change ID]', given: '0123456789abcde' }],
    [
      'list rain state:broken',
      {
        verb: 'list',
        usage: 'list state:enabled | state:disabled | state:not-installed | state:orphan',
        given: 'state:broken',
      },
    ],
    [
      'search category:game',
      {
        verb: 'search',
        usage: 'search category:skill | category:brain_skill | category:background_daemon | category:local',
        given: 'category:game',
      },
    ],
    [
      'list sort:',
      { verb: 'list', usage: 'list sort:installed | sort:name | sort:state | sort:updated', given: 'sort:' },
    ],
    ['list page:x', { verb: 'list', usage: 'list page:2', given: 'page:x' }],
  ])('%s', (line, refusal) => {
    expect(read(line)).toEqual({ why: 'bad-argument', ...refusal });
  });
});

test.each([
  ['lst', 'list'],
  ['agnets', 'agents'],
  ['ENABEL', 'enable'],
  ['del', 'delete'],
  ['lsit', 'list'],
  ['hlep', 'help'],
  ['shwo', 'show'],
  ['udno', 'undo'],
  ['nwe', 'new'],
  ['uanssign', 'unassign'],
  ['xyzzy', null],
  ['!', null],
  ['constructor', null],
])('%s may mean the verb %s', (word, verb) => {
  expect(suggestVerb(word)).toBe(verb);
});

describe('a line that is too long', () => {
  const REFUSED = { ok: false, refusal: { why: 'too-many', what: 'characters', max: 4000 } };

  test.each(['delete ', '', 'say "'])('is refused whole: %j', (start) => {
    expect(parseCommand(`${start}${'a'.repeat(4000 - start.length)}`)).not.toEqual(REFUSED);
    expect(parseCommand(`${start}${'a'.repeat(4001 - start.length)}`)).toEqual(REFUSED);
  });
});
