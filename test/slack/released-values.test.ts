import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { verbOf } from '../../src/core/registry.ts';
import { findVerb, parseCommand } from '../../src/core/verbs.ts';
import { decodeButton, verbOfButton } from '../../src/slack/button-value.ts';
import { decodeMetadata } from '../../src/slack/modal-metadata.ts';
import { GOLDEN_CASES } from './golden-cases.ts';
import { HOMES } from './golden-homes.ts';
import { RELEASED_BUTTONS } from './released-buttons.ts';
import { RELEASED_METADATA } from './released-metadata.ts';
import { valuesIn, valuesOf } from './values-of.ts';

/** What a button about an upload carries beside its command. */
const PLAIN = { line: null, redraw: null, asks: false, share: false, file: null, draft: null };

function commandOf(reads: { dismissed: string } | { update: string } | { choice: string } | { changes: string }) {
  const place = null;
  if ('dismissed' in reads)
    return { verb: 'dismiss-offer', place, file: expect.objectContaining({ id: reads.dismissed }) };
  const file = expect.objectContaining({ id: 'F0TIDES' });
  if ('update' in reads) return { verb: 'update-offered', place, file, name: reads.update };
  if ('changes' in reads) return { verb: 'send-changes', upload: reads.changes };
  return { verb: 'choose-for-upload', place, upload: '0123456789abcdef', decide: reads.choice };
}

const roleOf = (verb: string | null) => findVerb(verb ?? '')?.role;

/** Alone, `assign` shows the Agents, for people who may choose their Abilities. */
const roleToSee = ({ command, line }: NonNullable<ReturnType<typeof decodeButton>>) =>
  roleOf(line === 'assign' ? line : verbOf(command));

/** Messages stay clickable for years, and a form may be open while the bot is upgraded. */
describe('a button of an older version', () => {
  test.each(RELEASED_BUTTONS)('$value', ({ reads, value }) => {
    const click = decodeButton(value);
    if (reads === null) return expect(click).toBeNull();
    if ('click' in reads) expect(click).toEqual({ ...reads.click, line: expect.any(String) });
    else expect(click).toEqual({ ...PLAIN, command: commandOf(reads) });
    if (click) expect(roleOf(verbOfButton(value))).toBe(roleToSee(click));
    if (click?.redraw) expect(parseCommand(click.redraw).ok).toBe(true);
  });
});

test.each(RELEASED_METADATA)('a form of an older version: $text', ({ reads, text }) => {
  const metadata = decodeMetadata(text);
  if (reads === null) return expect(metadata).toBeNull();
  expect(metadata).toMatchObject({ ...reads, origin: { channelId: 'C0OPS', threadTs: null } });
});

const Button = z.object({ do: z.string().default(''), redraw: z.string().default(''), decide: z.string().default('') });

/** Search words are arbitrary, and the query's own tests cover the filter values. */
const bareList = (line: string): string =>
  line
    .split(' ')
    .map((word) => /^(?:list|search|history|\d+)$|:/.exec(word)?.[0] ?? 'words')
    .filter((word, index, all) => word !== all[index - 1])
    .join(' ');

const bareLine = (given: string): string => {
  const line = given
    .replace(/[0-9a-f]{16}(?:,[0-9a-f]{16})*/g, 'N')
    .replace(/\b(to|compare|zip|diff):[0-9a-f]{12}$/, '$1:N');
  // One button for each verb.
  if (/^help [a-z]+$/.test(line) && line !== 'help all') return 'help N';
  return /^(?:list|search|history)\b/.test(line)
    ? bareList(line).replace(/\d+/g, 'N')
    : line.replace(/\d+/g, 'N').replace(/".*"/, '""');
};

/** The structure of a value, without the IDs, pages, filters and names that vary between Abilities. */
function shapeOf(value: string): string {
  const parsed: unknown = JSON.parse(value);
  const { decide, do: line, redraw } = Button.parse(parsed);
  return [...Object.keys(Object(parsed)).sort(), bareLine(line), bareLine(redraw), decide].join('|');
}

const metadataShape = (text: string): string => {
  const parsed = z.looseObject({ form: z.string(), origin: z.looseObject({}) }).parse(JSON.parse(text));
  return [parsed.form, ...Object.keys(parsed).sort(), ...Object.keys(parsed.origin).sort()].join(' ');
};

describe('what is drawn today is held to that too', () => {
  test('every kind of button is in the list', () => {
    const released = new Set(RELEASED_BUTTONS.map(({ value }) => shapeOf(value)));
    const drawn = [...Object.values(GOLDEN_CASES).flatMap(valuesOf), ...valuesIn(HOMES)];
    const missing = drawn.filter((value) => !released.has(shapeOf(value)));
    expect(missing, 'Add rows with these values to released-buttons.ts').toEqual([]);
  });

  test('every kind of metadata is in the list', () => {
    const released = new Set(RELEASED_METADATA.map(({ text }) => metadataShape(text)));
    const drawn = Object.values(GOLDEN_CASES).flatMap((answer) =>
      answer.surface === 'modal' && answer.view.private_metadata ? [answer.view.private_metadata] : [],
    );
    expect(drawn.filter((text) => !released.has(metadataShape(text)))).toEqual([]);
  });
});
