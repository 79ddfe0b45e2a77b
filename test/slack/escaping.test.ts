import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InstalledAbilityId } from '../../src/contract/index.ts';
import { joinCatalog } from '../../src/core/catalog.ts';
import { abilityCard } from '../../src/slack/blocks/ability-card.ts';
import { abilityList, ROWS_PER_PAGE } from '../../src/slack/blocks/ability-list.ts';
import { button, deleteButton, showButton, toggleButton } from '../../src/slack/blocks/buttons.ts';
import { noticeOf } from '../../src/slack/blocks/notice.ts';
import { bold, clip, code, foreign, namesLine, plain, toFallback } from '../../src/slack/blocks/text.ts';
import { hasForeignControl, mrkdwnOf } from './control-sequences.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { problemsOf } from './problems-of.ts';
import { ASKED, AT, ability, entryOf, installed } from './sample-values.ts';

/** Text of every kind: any characters, and pieces of what Slack reads as control sequences. */
const pieces = fc
  .array(
    fc.constantFrom(
      '<',
      '>',
      '&',
      '!channel',
      '@U1',
      '#C1',
      'http://x',
      '|',
      '*',
      '_',
      '~',
      '`',
      ':',
      'a',
      '"',
      '\n',
      '😀',
    ),
    {
      maxLength: 80,
    },
  )
  .map((parts) => parts.join(''));
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 255 }),
  fc.string({ unit: 'grapheme', maxLength: 255 }),
  pieces,
  fc.constantFrom(...Object.values(HOSTILE_TEXTS)),
);
const most = fc.integer({ min: 10, max: 300 });
const HALF_A_CHARACTER = /\p{Cs}/u;

describe('any text', () => {
  test('is harmless once it is escaped, and never longer than asked', () => {
    fc.assert(
      fc.property(text, most, (foreignText, limit) => {
        const escaped = foreign(foreignText, limit);
        expect(hasForeignControl(escaped)).toBe(false);
        expect(escaped.length).toBeLessThanOrEqual(limit);
        expect(escaped).not.toMatch(HALF_A_CHARACTER);
        expect(escaped).not.toMatch(/[\n\r\u2028\u2029\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  test('is harmless as a bold name, as code, in a list of names and in a fallback', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), (names) => {
        const drawn = [...names.flatMap((name) => [bold(name), code(name)]), namesLine(names)];
        expect(drawn.flatMap((line) => [line, toFallback(line)]).filter(hasForeignControl)).toEqual([]);
        expect(namesLine(names).length).toBeLessThanOrEqual(640);
      }),
    );
  });

  test('keeps its bold and its code to itself', () => {
    fc.assert(
      fc.property(text, (name) => {
        // A mark counts for Slack at the edge of a word only, so ours have to be the only ones there.
        expect(bold(name).match(/(?<![\p{L}\p{N}\u200b])\*|\*(?![\p{L}\p{N}\u200b])/gu)).toHaveLength(2);
        expect(code(name).match(/`/g)).toHaveLength(2);
      }),
    );
  });

  test('is cut between characters, to the length that was asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), most, (uncut, limit) => {
        const cut = clip(uncut, limit);
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(cut).not.toMatch(HALF_A_CHARACTER);
        if (uncut.length <= limit) expect(cut).toBe(uncut);
        else expect(uncut.startsWith(cut.slice(0, -1))).toBe(true);
      }),
    );
  });

  test('fits on a button, in its dialog and in what is spoken of it', () => {
    fc.assert(
      fc.property(text, (name) => {
        const entry = { ...entryOf('Weather'), name };
        const made = [
          button(name, { do: 'list' }, name),
          ...[toggleButton(entry, 'list'), showButton(entry), deleteButton(entry, 'list')].filter(
            (one) => one !== null,
          ),
        ];
        for (const [index, one] of made.entries()) one.action_id = `button-${index}`;
        const blocks = [{ type: 'actions' as const, elements: made }];
        expect(problemsOf({ surface: 'message', text: 'buttons', blocks, replaces: true })).toEqual([]);
        expect(plain(name).text).not.toBe('');
      }),
    );
  });
});

const id = fc.integer({ min: 0, max: 999_999_999_999_999 });
const row = fc.record({ id, name: text, category: text, trigger_words: fc.array(text, { maxLength: 6 }) });
const catalog = fc
  .record({
    abilities: fc.uniqueArray(row, { maxLength: 20, selector: ({ id: number }) => number }),
    rows: fc.uniqueArray(row, { maxLength: 20, selector: ({ id: number }) => number }),
    joined: fc.nat({ max: 20 }),
  })
  .map(({ abilities, rows, joined }) =>
    joinCatalog(
      abilities.map(({ id: number, name, ...more }) => ability(number, name, more)),
      [
        ...rows.map(({ id: number, name, ...more }, index) =>
          installed(number, name, { ...more, enabled: index % 2 === 0 }),
        ),
        ...abilities.slice(0, joined).map(({ id: number, name, ...more }) => installed(number, name, more)),
      ],
      AT,
    ),
  );

test('any account makes a list that Slack takes on every page, and that mentions nobody', () => {
  fc.assert(
    fc.property(catalog, text, (account, name) => {
      const notice = noticeOf({ kind: 'unchanged', id: InstalledAbilityId.parse(1), name, enabled: true }, ASKED);
      const pages = Math.max(1, Math.ceil(account.entries.length / ROWS_PER_PAGE));
      for (let page = 1; page <= pages; page += 1) {
        const drawn = abilityList(account, page, notice);
        expect(problemsOf(drawn)).toEqual([]);
        expect(mrkdwnOf(drawn).filter(hasForeignControl)).toEqual([]);
      }
    }),
  );
});

test('any Ability makes a card that Slack takes, and that mentions nobody', () => {
  fc.assert(
    fc.property(catalog, fc.array(text, { maxLength: 30 }), (account, agentNames) => {
      for (const entry of account.entries) {
        const drawn = abilityCard(entry, entry.ability, agentNames, null);
        expect(problemsOf(drawn)).toEqual([]);
        expect(mrkdwnOf(drawn).filter(hasForeignControl)).toEqual([]);
      }
    }),
  );
});
