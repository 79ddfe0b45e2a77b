import { describe, expect, test } from 'vitest';
import { readAddressedLine, readTypedLine } from '../../src/core/typed-line.ts';

describe('after the name of the bot', () => {
  test.each([
    [', disable News', 'disable News'],
    [': list', 'list'],
    ['- list', 'list'],
    ['— list', 'list'],
    ['/abilities list', 'list'],
    ['/abilities', ''],
    ['@abilities list', 'list'],
    ['please disable News', 'disable News'],
    [', could you please disable News?', 'disable News?'],
    ['disable News, please', 'disable News'],
    ['list please!', 'list'],
    ['list!', 'list'],
    ['List.', 'List'],
    ['`disable News`', 'disable News'],
    ['*disable* News', 'disable News'],
    ['_/abilities disable News_', 'disable News'],
    ['```enable Weather, News```', 'enable Weather, News'],
    ['hello', 'help'],
    ['Hey there!', 'help'],
    ['good morning', 'help'],
    ['', ''],
    // No command: it is looked up as a name, as it was written.
    ['News!', 'News!'],
    ['*News*', '*News*'],
    ['Hey Jude', 'Hey Jude'],
    ['please News', 'please News'],
    ['is News on?', 'is News on?'],
  ])('%j means %j', (typed, line) => {
    expect(readAddressedLine(typed)).toBe(line);
  });
});

test.each([
  ['/abilities list', 'list'],
  ['please list', 'list'],
  ['disable *News*, _Night Watch_', 'disable *News*, _Night Watch_'],
  // After the slash command, it is a name.
  ['hello', 'hello'],
  ['-5 degrees', '-5 degrees'],
])('after the slash command, %j means %j', (typed, line) => {
  expect(readTypedLine(typed)).toBe(line);
});
