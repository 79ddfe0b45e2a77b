import { expect, test } from 'vitest';
import { arrangeMessages, isContinuation } from '../../page/messages/arrange-messages.ts';
import type { MessageInfo } from '../../src/page-server/page-api.ts';

const message = (ts: string, more: Partial<MessageInfo> = {}): MessageInfo => ({
  ts,
  channelId: 'C0OPS',
  threadTs: null,
  userId: 'U0ANA',
  text: ts,
  blocks: [],
  files: [],
  ephemeral: false,
  edited: false,
  ...more,
});
const arranged = (messages: MessageInfo[]) =>
  arrangeMessages(messages, 'C0OPS').map(({ root, replies }) => [root.ts, ...replies.map(({ ts }) => ts)]);

test('replies stand below their message, in order, and other channels elsewhere', () => {
  const messages = [
    message('30.1', { threadTs: '10.1' }),
    message('20.1'),
    message('25.1', { threadTs: '10.1' }),
    message('10.1', { threadTs: '10.1' }),
    message('15.1', { channelId: 'C0LOUNGE' }),
  ];
  expect(arranged(messages)).toEqual([['10.1', '25.1', '30.1'], ['20.1']]);
});

test('a reply to a message that cannot be seen is not lost', () => {
  expect(arranged([message('30.1', { threadTs: '10.1' })])).toEqual([['30.1']]);
});

test('only what the same person says soon after goes on', () => {
  const before = message('100.1');
  expect(isContinuation(message('200.1'), before)).toBe(true);
  expect(isContinuation(message('500.1'), before)).toBe(false);
  expect(isContinuation(message('200.1', { userId: 'U0BEN' }), before)).toBe(false);
  expect(isContinuation(message('200.1', { ephemeral: true }), before)).toBe(false);
  expect(isContinuation(message('200.1'), undefined)).toBe(false);
});
