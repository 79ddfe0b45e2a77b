import { AgentId, CATEGORIES, InstalledAbilityId } from '@abilities-bot/service-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinCatalog } from '../../src/core/catalog.ts';
import { cleanWords, formatListQuery, LIST_SORTS, LIST_STATES } from '../../src/core/list-query.ts';
import { button, deleteButton, showButton, toggleButton } from '../../src/slack/blocks/buttons.ts';
import {
  type Answer,
  bold,
  bullets,
  clip,
  code,
  foreign,
  namesLine,
  plain,
  toFallback,
} from '../../src/slack/blocks/kit.ts';
import { abilityList } from '../../src/slack/features/list/list.ts';
import { rowsPerPage } from '../../src/slack/features/list/list-rows.ts';
import { quietBlocks } from '../../src/slack/features/quiet/quiet-line.ts';
import { replaceModal } from '../../src/slack/features/replace/form.ts';
import { uploadDetails } from '../../src/slack/features/upload/details.ts';
import { uploadEnd } from '../../src/slack/features/upload/end.ts';
import { uploadModal } from '../../src/slack/features/upload/form-view.ts';
import { uploadPastChoice } from '../../src/slack/features/upload/messages.ts';
import { uploadProgress, uploadTaken } from '../../src/slack/features/upload/progress-message.ts';
import { uploadQuestion } from '../../src/slack/features/upload/question.ts';
import { updateModal } from '../../src/slack/features/upload/update-form.ts';
import { decodeMetadata } from '../../src/slack/modal-metadata.ts';
import { noticeOf, renderOutcome } from '../../src/slack/pipeline/draw.ts';
import { anyEnd, anyUpload } from './any-upload.ts';
import { hasForeignControl, mrkdwnOf } from './control-sequences.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { problemsOf } from './problems-of.ts';
import { ASKED, AT, ability, CHANGE_ID, entryOf, FRAME, installed, ORIGIN } from './sample-values.ts';
import { isReadable, valuesOf } from './values-of.ts';

/** Text of every kind: any characters, and fragments of Slack's control sequences. */
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

  test('is harmless in a list of sentences, which stays within what was asked and counts what it leaves out', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), fc.integer({ min: 200, max: 2000 }), (sentences, limit) => {
        const list = bullets(sentences, 100, limit);
        const lines = list === '' ? [] : list.split('\n');
        const left = Number(/^• and (\d+) more$/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
        expect(hasForeignControl(list)).toBe(false);
        expect(list.length).toBeLessThanOrEqual(limit + '\n• and 30 more'.length);
        expect(lines.length + left - (left > 0 ? 1 : 0)).toBe(sentences.length);
      }),
    );
  });

  test('keeps its bold and its code to itself', () => {
    fc.assert(
      fc.property(text, (name) => {
        // Slack only treats a mark at the edge of a word as formatting, so ours must be the only ones there.
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
          ...[toggleButton(entry, 'list'), showButton(entry), deleteButton(entry, { redraw: 'list' })].filter(
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

/** Words as they are typed; the page is set later. */
const query = fc.record({
  words: text.map(cleanWords),
  category: fc.option(fc.constantFrom(...CATEGORIES)),
  state: fc.option(fc.constantFrom(...LIST_STATES)),
  sort: fc.constantFrom(...LIST_SORTS),
});

/** The line about quiet on an Agent with this name. */
const quietOn = (name: string) => (redraw: string) =>
  quietBlocks(
    [
      {
        id: CHANGE_ID,
        agent: { id: AgentId.parse(301), name },
        userId: ASKED.userId,
        startedAt: AT.getTime(),
        endsAt: null,
        items: [],
        tries: 0,
      },
    ],
    { readAt: AT, reader: ASKED.userId, redraw },
  );

test('any account makes a list that Slack takes on every page, that mentions nobody and leaves nobody out', () => {
  fc.assert(
    fc.property(catalog, query, text, (account, asked, name) => {
      const notice = noticeOf({ kind: 'unchanged', id: InstalledAbilityId.parse(1), name, enabled: true }, ASKED);
      const around = {
        notice,
        step: null,
        undo: CHANGE_ID,
        isRedo: false,
        redraw: formatListQuery({ ...asked, page: 3 }),
        canShare: true,
        shared: null,
      };
      const perPage = rowsPerPage({ ...asked, page: 1 });
      const pages = Math.max(1, Math.ceil(account.entries.length / perPage));
      for (let page = 1; page <= pages; page += 1) {
        // All of them, as if the filter matched everything: the fullest pages.
        const list = { kind: 'list', catalog: account, query: { ...asked, page }, found: account.entries } as const;
        const drawn = abilityList(list, around);
        const longest = abilityList({ ...list, disablingWaits: true }, around, { quietLine: quietOn(name) });
        expect(problemsOf(longest)).toEqual([]);
        expect(mrkdwnOf(longest).filter(hasForeignControl)).toEqual([]);
        const rows = account.entries.slice((page - 1) * perPage, page * perPage);
        expect(problemsOf(drawn)).toEqual([]);
        expect(mrkdwnOf(drawn).filter(hasForeignControl)).toEqual([]);
        expect(valuesOf(drawn).filter((value) => !isReadable(value))).toEqual([]);
        // Each row, and the line below them, has its own button.
        expect(drawn.blocks.filter((block) => 'accessory' in block)).toHaveLength(rows.length + 1);
      }
    }),
  );
});

test('any change of trigger words makes messages and forms that Slack takes, that mention nobody and can be read', () => {
  const words = fc.array(text, { maxLength: 12 });
  fc.assert(
    fc.property(text, words, words, words, (name, added, removed, kept) => {
      const row = { ...installed(90_001, name), triggerWords: [...kept, ...removed] };
      const difference = { before: row.triggerWords, after: [...kept, ...added], added, removed, kept };
      const entry = { ...entryOf('Weather'), name, installed: row };
      const drawn = [
        { kind: 'triggers', entry, row } as const,
        { kind: 'triggers-form', row, clashes: [] } as const,
        { kind: 'triggers-saved', id: row.id, name, difference } as const,
      ].map((outcome) => renderOutcome(outcome, { ...FRAME, undo: CHANGE_ID, canShare: true }));
      expect(drawn.flatMap(problemsOf)).toEqual([]);
      expect(drawn.flatMap(mrkdwnOf).filter(hasForeignControl)).toEqual([]);
      expect(drawn.flatMap(valuesOf).filter((value) => !isReadable(value))).toEqual([]);
    }),
  );
});

test('any Ability makes a card that Slack takes, and that mentions nobody', () => {
  fc.assert(
    fc.property(catalog, fc.array(text, { maxLength: 30 }), (account, agentNames) => {
      for (const entry of account.entries) {
        const card = { kind: 'card' as const, entry, details: entry.ability, agentNames, waits: true as const };
        const drawn = renderOutcome(card, FRAME);
        expect(problemsOf(drawn)).toEqual([]);
        expect(mrkdwnOf(drawn).filter(hasForeignControl)).toEqual([]);
      }
    }),
  );
});

test('any upload makes messages and modals that Slack takes, that mention nobody and whose buttons can be read', () => {
  const progress = fc.record({
    percent: fc.option(fc.integer({ min: 0, max: 100 })),
    waitingBefore: fc.option(fc.nat(1000)),
  });
  fc.assert(
    fc.property(anyUpload(text), anyEnd(text), progress, (record, end, now) => {
      const { contents, form, question, zip } = record;
      const views = [
        uploadDetails(record),
        uploadModal({ file: zip, contents, draft: form, origin: ORIGIN, upload: record }),
        uploadModal({ file: zip, contents, draft: null, origin: ORIGIN, upload: null }),
        ...(question?.kind === 'name-taken'
          ? [replaceModal(record, question.by, ORIGIN), updateModal(record, question.by, ORIGIN)]
          : []),
      ];
      const drawn: Answer[] = [
        uploadProgress(record, now, AT),
        uploadQuestion(record, { canReplace: true }),
        uploadEnd(record, end),
        uploadTaken(record),
        uploadPastChoice(record),
        ...views.map((view): Answer => ({ surface: 'modal', view })),
      ];
      expect(drawn.flatMap(problemsOf)).toEqual([]);
      expect(drawn.flatMap(mrkdwnOf).filter(hasForeignControl)).toEqual([]);
      expect(drawn.flatMap(valuesOf).filter((value) => !isReadable(value))).toEqual([]);
      expect(
        views
          .flatMap(({ private_metadata: metadata }) => (metadata === undefined ? [] : [metadata]))
          .map((metadata) => decodeMetadata(metadata)),
      ).not.toContain(null);
    }),
    { numRuns: 200 },
  );
});

describe('a name of a file', () => {
  test('is shown as code without anything that is not in it, so that it can be copied', () => {
    expect(code('night_tides/__init__.py')).toBe('`night_tides/__init__.py`');
    expect(code('*a* ~b~ :smile: _c_')).toBe('`*a* ~b~ :smile: _c_`');
  });
});

test.each([
  ['There is no __init__.py beside main.py.', 'There is no `__init__.py` beside main.py.'],
  ['tides/__init__.py, _a.py', '`tides/__init__.py`, `_a.py`'],
  ['“tides/__init__.py” is empty', '`tides/__init__.py` is empty'],
  ['__init__.py', '`__init__.py`'],
  ['(__init__.py)', '(`__init__.py`)'],
])('names of files in a sentence keep their underscores, as code: %s', (given, drawn) => {
  expect(foreign(given)).toBe(drawn);
});

test('the name of a file as code holds nothing that cannot be seen', () => {
  expect(code('__in\u200bit__\u2060.p\u00ady\ufeff')).toBe('`__init__.py`');
});
