import { describe, expect, test } from 'vitest';
import { parseMrkdwn } from '../../page/mrkdwn/parse-mrkdwn.ts';

const text = (content: string) => ({ kind: 'text', text: content });
const paragraph = (...content: unknown[]) => [{ kind: 'paragraph', content }];

describe('styles', () => {
  test.each([
    ['*Weather* is on', paragraph({ kind: 'bold', content: [text('Weather')] }, text(' is on'))],
    ['_soon_', paragraph({ kind: 'italic', content: [text('soon')] })],
    ['~gone~', paragraph({ kind: 'strike', content: [text('gone')] })],
    ['*_both_*', paragraph({ kind: 'bold', content: [{ kind: 'italic', content: [text('both')] }] })],
    ['`a *b* &lt;c&gt;`', paragraph({ kind: 'code', text: 'a *b* <c>' })],
    [
      '*one* and *two*',
      paragraph({ kind: 'bold', content: [text('one')] }, text(' and '), { kind: 'bold', content: [text('two')] }),
    ],
  ])('%s', (source, expected) => {
    expect(parseMrkdwn(source)).toEqual(expected);
  });

  test.each([
    '2 * 3 * 4',
    'snake_case_name',
    '* not bold*',
    '*not\nclosed* here*no',
    '5*4*3',
    '**',
    '\u200b*\u200bnot bold\u200b*',
    '`\u200bno code\u200b`',
  ])('%j stays text', (source) => {
    const written = parseMrkdwn(source).flatMap((chunk) => ('content' in chunk ? chunk.content : []));
    expect(written.every(({ kind }) => kind === 'text' || kind === 'break')).toBe(true);
  });

  test('the emoji that can be drawn are found, others stay text', () => {
    expect(parseMrkdwn(':large_green_circle: *News*')).toEqual(
      paragraph({ kind: 'emoji', name: 'large_green_circle' }, text(' '), { kind: 'bold', content: [text('News')] }),
    );
    expect(parseMrkdwn('*:warning: Down*')).toEqual(
      paragraph({ kind: 'bold', content: [{ kind: 'emoji', name: 'warning' }, text(' Down')] }),
    );
    expect(parseMrkdwn(':tada: at 8:38')).toEqual(paragraph(text(':tada: at 8:38')));
    expect(parseMrkdwn('`:warning:`')).toEqual(paragraph({ kind: 'code', text: ':warning:' }));
  });

  test('a line break is kept', () => {
    expect(parseMrkdwn('one\ntwo')).toEqual(paragraph(text('one'), { kind: 'break' }, text('two')));
  });

  test('escaped characters are read once', () => {
    expect(parseMrkdwn('&lt;!channel&gt; &amp;lt;')).toEqual(paragraph(text('<!channel> &lt;')));
  });
});

describe('blocks of lines', () => {
  test('code keeps its lines and marks', () => {
    expect(parseMrkdwn('before\n```\na *b*\n  c\n```\nafter')).toEqual([
      ...paragraph(text('before')),
      { kind: 'code-block', text: 'a *b*\n  c' },
      ...paragraph(text('after')),
    ]);
  });

  test('lines that begin with the sign for it are one quote', () => {
    expect(parseMrkdwn('&gt; one\n> two\nthree')).toEqual([
      { kind: 'quote', content: [text('one'), { kind: 'break' }, text('two')] },
      ...paragraph(text('three')),
    ]);
  });
});

describe('references', () => {
  test.each([
    ['<https://example.com/a?b=1&amp;c=2|here>', { kind: 'link', url: 'https://example.com/a?b=1&c=2', label: 'here' }],
    ['<https://example.com>', { kind: 'link', url: 'https://example.com', label: 'https://example.com' }],
    ['<mailto:a@example.com>', { kind: 'link', url: 'mailto:a@example.com', label: 'a@example.com' }],
    ['<@U0ANA>', { kind: 'person', id: 'U0ANA', label: null }],
    ['<#C0OPS|ops>', { kind: 'channel', id: 'C0OPS', label: 'ops' }],
    ['<!here>', { kind: 'broadcast', text: '@here' }],
    ['<!subteam^S1|@night>', { kind: 'text', text: '@night' }],
    [
      '<!date^1741096980^{date} at {time}^https://example.com|14:03 UTC>',
      {
        kind: 'date',
        epoch: 1741096980,
        format: '{date} at {time}',
        link: 'https://example.com',
        fallback: '14:03 UTC',
      },
    ],
    ['<!date^soon^{date}|later>', { kind: 'text', text: 'later' }],
  ])('%s', (source, expected) => {
    expect(parseMrkdwn(source)).toEqual(paragraph(expected));
  });

  test('a bare address is a link without the end of the sentence, unless the text is verbatim', () => {
    const link = { kind: 'link', url: 'https://example.com/a', label: 'https://example.com/a' };
    expect(parseMrkdwn('See https://example.com/a.')).toEqual(paragraph(text('See '), link, text('.')));
    expect(parseMrkdwn('See https://example.com/a.', { verbatim: true })).toEqual(
      paragraph(text('See https://example.com/a.')),
    );
  });

  test('an address in angle brackets is a link in a verbatim text too', () => {
    expect(parseMrkdwn('<https://example.com|a>', { verbatim: true })).toEqual(
      paragraph({ kind: 'link', url: 'https://example.com', label: 'a' }),
    );
  });
});
