import { describe, expect, test } from 'vitest';
import { suggestNameFor } from '../../src/slack/features/upload/suggest-name.ts';

const NOTHING_ELSE = { heading: null, folder: null };
const suggest = (name: string, inside: Partial<typeof NOTHING_ELSE | { heading: string; folder: string }> = {}) =>
  suggestNameFor({ id: 'F1', name }, { ...NOTHING_ELSE, ...inside });

describe('what browsers and systems add to a file name is left out', () => {
  test.each([
    'weather.zip',
    'weather.zip.zip',
    'weather (1).zip',
    'weather(2).zip',
    'weather copy.zip',
    'weather copy 2.zip',
    'weather - Copy.zip',
    'weather - Copy (3).zip',
    'Copy of weather.zip',
    'weather Kopie.zip',
    'weather - Kopie (2).zip',
    'weather – Kopie.zip',
    'Kopie von weather.zip',
    'weather - Copie.zip',
    'Copie de weather.zip',
    'weather copia.zip',
    'weather - Cópia.zip',
    'Copia di weather.zip',
    'weather - kopia.zip',
    'weather kopi.zip',
    'weather — копия.zip',
    'weather - コピー.zip',
    'weatherのコピー.zip',
    'weather - 副本.zip',
    'weather - 복사본.zip',
    'weather-main.zip',
    'weather-master.zip',
    'weather-main (1).zip',
    'weather_v1.2.0.zip',
    'weather-1.2.zip',
    'weather v2.zip',
    'weather-0a1b2c3d4e5f60718293a4b5c6d7e8f901234567.zip',
    'weather-20260131T101112Z-001.zip',
    'weather-20260131T101112Z-1-001.zip',
    'weather copy (1).zip.zip',
  ])('%s', (name) => {
    expect(suggest(name)).toBe('Weather');
  });
});

describe('what may be meant stays', () => {
  test.each([
    ['night-watch.zip', 'Night watch'],
    ['route 66.zip', 'Route 66'],
    ['level-2.zip', 'Level 2'],
    ['water-main.zip', 'Water'],
    ['main.zip', 'Main'],
    ['copy.zip', 'Copy'],
    ['photocopy.zip', 'Photocopy'],
    ['defaced-facade.zip', 'Defaced facade'],
    ['v2.zip', 'V2'],
    ['2nd-alarm.zip', 'Alarm'],
    ['Gerät.zip', 'Gerät'],
  ])('%s', (name, expected) => {
    expect(suggest(name)).toBe(expected);
  });
});

describe('the README decides the case of a name that differs only in case', () => {
  test.each([
    ['tide_watch.zip', 'Tide Watch', 'Tide Watch'],
    ['tide_watch (1).zip', 'Tide-Watch', 'Tide Watch'],
    ['abc-radio.zip', 'ABC radio', 'ABC radio'],
    ['tide_watch.zip', 'Watches the tides', 'Tide watch'],
  ])('%s, “%s”', (name, heading, expected) => {
    expect(suggest(name, { heading })).toBe(expected);
  });
});

describe('a name that says nothing', () => {
  test.each([
    'Archive.zip',
    'Untitled.zip',
    'src.zip',
    'Archiv.zip',
    'Archive 2.zip',
    'untitled folder.zip',
    'dist.zip',
    'download (1).zip',
    'New Compressed (zipped) Folder.zip',
  ])('%s gives way to the folder inside, or to the heading of the README', (name) => {
    expect(suggest(name, { folder: 'tide_tables', heading: 'All about tides' })).toBe('Tide tables');
    expect(suggest(name, { folder: 'src', heading: 'All about tides' })).toBe('All about tides');
    expect(suggest(name, { heading: 'All about tides' })).toBe('All about tides');
    expect(suggest(name)).not.toBe('');
  });

  test('is that of loose files without one of their own', () => {
    const parts = ['F1', 'F2'];
    expect(suggestNameFor({ id: 'F1', name: 'ability.zip', parts }, { folder: null, heading: 'Tides' })).toBe('Tides');
    expect(suggestNameFor({ id: 'F1', name: 'ability.zip', parts }, NOTHING_ELSE)).toBe('');
  });
});

test('one of several Abilities in a zip is named after its folder', () => {
  const file = { id: 'F1', name: 'repo-main.zip', folder: 'repo-main/night-tides/' };
  expect(suggestNameFor(file, { folder: 'night-tides', heading: 'Tides' })).toBe('Night tides');
});
