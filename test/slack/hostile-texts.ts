const repeat = (text: string, length = 255) => text.repeat(length).slice(0, length);

/** Names, descriptions and trigger words that somebody might enter, at the common database limit of 255. */
export const HOSTILE_TEXTS = {
  plain: repeat('a'),
  words: repeat('words of a sentence '),
  'a broadcast': '<!channel> <!here> <!everyone> <!subteam^S123>',
  'a mention': '<@U123> <#C123|general>',
  'a link': '<http://x.example|y> https://x.example',
  'one open bracket': repeat('<'),
  marks: repeat('*_~` '),
  stars: repeat('*'),
  backticks: repeat('`'),
  ampersands: repeat('&'),
  entities: repeat('&amp;&lt;!channel&gt;'),
  emoji: repeat(':smile:'),
  quotes: repeat('"'),
  backslashes: repeat('\\'),
  'line breaks': repeat('a\r\n\u2028'),
  'control characters': repeat('\u0000\u0007'),
  'beyond the first plane': '😀'.repeat(127),
  'combining marks': repeat('e\u0301\u0323'),
  'right to left': repeat('שלום '),
  'a turned direction': repeat('\u202egpj.\u2066'),
  'half a character': repeat('\ud83d'),
  nothing: '',
  blank: '  \n ',
} as const;

export type HostileText = keyof typeof HOSTILE_TEXTS;

export const HOSTILE_TEXT_NAMES = Object.keys(HOSTILE_TEXTS) as HostileText[];

/** A mention, and each way to become longer or shorter: by escapes, in JSON, by the cut inside of a character. */
export const A_FEW_TEXTS: readonly HostileText[] = [
  'a broadcast',
  'ampersands',
  'quotes',
  'control characters',
  'half a character',
  'nothing',
];
