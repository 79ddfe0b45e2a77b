import * as z from 'zod';
import type { SubmissionPayload } from './payloads.ts';

/** `:tada:`, `:wave::skin-tone-3:`. Doesn't match inside a word, so times such as 10:30:00 are kept. */
const CODE = /(?<![\p{L}\p{N}]):([a-z0-9_+-]{1,60}):(?::skin-tone-([2-6]):)?/gu;

const TextElement = z.looseObject({ type: z.literal('plain_text_input'), value: z.string() });

type Table = ReadonlyMap<string, string>;

let loading: Promise<Table> | null = null;

/** About two thousand codes, loaded on first use. */
const load = (): Promise<Table> => {
  loading ??= read();
  return loading;
};

async function read(): Promise<Table> {
  const { default: names } = await import('emojibase-data/en/shortcodes/iamcal.json', { with: { type: 'json' } });
  return new Map(
    Object.entries(names).flatMap(([points, codes]) => [codes].flat().map((code) => [code, characterOf(points)])),
  );
}

const VARIATION = '\ufe0f';

/**
 * @param points code points such as `1F3F3-FE0F-200D-1F308`. The data omits the variation selector of a single
 * character.
 */
function characterOf(points: string): string {
  const character = String.fromCodePoint(...points.split('-').map((point) => Number.parseInt(point, 16)));
  return /^\P{Emoji_Presentation}$/u.test(character) ? `${character}${VARIATION}` : character;
}

/** The first of the five skin tone modifiers, which Slack numbers from 2. */
const LIGHTEST_SKIN = 0x1f3fb;

const withSkin = (character: string, tone: string | undefined): string =>
  tone === undefined
    ? character
    : `${character.replace(VARIATION, '')}${String.fromCodePoint(LIGHTEST_SKIN + Number(tone) - 2)}`;

/** Slack sends emoji as codes, but names that people compare them with have Unicode emoji. Unknown codes are kept. */
export async function withEmoji(text: string): Promise<string> {
  if (text.search(CODE) < 0) return text;
  const table = await load();
  return text.replace(CODE, (typed, code: string, tone?: string) => {
    const character = table.get(code);
    return character === undefined ? typed : withSkin(character, tone);
  });
}

/** Replaces emoji codes in all text fields of a form. */
export async function withEmojiInForm(payload: SubmissionPayload): Promise<SubmissionPayload> {
  const values: SubmissionPayload['view']['state']['values'] = {};
  for (const [block, elements] of Object.entries(payload.view.state.values)) {
    const read = Object.entries(elements).map(async ([action, element]) => [action, await inElement(element)] as const);
    values[block] = Object.fromEntries(await Promise.all(read));
  }
  return { ...payload, view: { ...payload.view, state: { values } } };
}

async function inElement(element: unknown): Promise<unknown> {
  const typed = TextElement.safeParse(element);
  return typed.success ? { ...typed.data, value: await withEmoji(typed.data.value) } : element;
}
