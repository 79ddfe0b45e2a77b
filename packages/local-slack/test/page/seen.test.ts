import { expect, test } from 'vitest';
import { withoutForgotten } from '../../page/store/forgotten-on-reload.ts';
import { nothingSeen, reduceSeen, type Seen } from '../../page/store/seen.ts';
import type { PageState, WireInfo } from '../../src/page-server/page-api.ts';

const people = [
  { id: 'U0ANA', name: 'ana', kind: 'admin' as const },
  { id: 'U0BEN', name: 'ben', kind: 'member' as const },
];
const secret = { ts: '1.1', channelId: 'C0OPS', threadTs: null, userId: 'U0BOT', text: 'for ana', blocks: [] };
const state: PageState = {
  revision: 1,
  people,
  channels: [],
  modal: null,
  home: null,
  shortcuts: [],
  samples: [],
  verbs: [],
  words: { hint: '', samples: '' },
  messages: [{ ...secret, files: [], ephemeral: true, edited: false }],
  app: { command: '/abilities', mention: '@abilities' },
  directory: { people: [], conversations: [] },
  directions: [],
  troubles: [],
  controls: null,
};
const exchange = (n: number): WireInfo => ({
  n,
  direction: 'bot to Slack',
  title: 'chat.update',
  status: 200,
  ms: 1,
  request: null,
  response: null,
});
const asAna: Seen = reduceSeen(nothingSeen, { type: 'state read', asked: null, state });

test('the first person is looking until another one is chosen', () => {
  expect(asAna.personId).toBe('U0ANA');
  expect(reduceSeen(asAna, { type: 'person chosen', personId: 'U0BEN' }).personId).toBe('U0BEN');
});

test('what one person sees is gone before the next one looks, and an answer for the first comes too late', () => {
  const asBen = reduceSeen(asAna, { type: 'person chosen', personId: 'U0BEN' });
  expect(asBen.state?.messages).toEqual([]);
  expect(reduceSeen(asBen, { type: 'state read', asked: 'U0ANA', state })).toBe(asBen);
});

test('an exchange is listed once', () => {
  const first = reduceSeen(asAna, { type: 'wire read', wire: [exchange(1), exchange(2)] });
  const second = reduceSeen(first, { type: 'wire read', wire: [exchange(2), exchange(3)] });
  expect(second.wire.map(({ n }) => n)).toEqual([1, 2, 3]);
});

test('a server that was started afresh counts its exchanges from one', () => {
  const before = reduceSeen(asAna, { type: 'wire read', wire: [exchange(7)] });
  const lost = reduceSeen(before, { type: 'lost' });
  expect(lost).toMatchObject({ connection: 'lost', state, wire: [{ n: 7 }] });
  const again = reduceSeen(reduceSeen(lost, { type: 'connected' }), { type: 'wire read', wire: [exchange(1)] });
  expect(again).toMatchObject({ connection: 'open', wire: [{ n: 1 }] });
});

test('ephemeral messages from before the page was loaded are gone', () => {
  const old = { ...secret, files: [], ephemeral: true, edited: false };
  const messages = [old, { ...old, ephemeral: false }, { ...old, ts: '2.500000' }];
  expect(withoutForgotten({ ...state, messages }, 2400).messages).toEqual(messages.slice(1));
});

test('a modal from before the page was loaded is closed', () => {
  const title = { type: 'plain_text' as const, text: 'Search' };
  const modal = {
    id: 'V1',
    definition: { type: 'modal' as const, title, blocks: [] },
    state: {},
    errors: {},
    depth: 0,
  };
  const opened = (openedAt: number) => withoutForgotten({ ...state, modal: { ...modal, openedAt } }, 2400).modal;
  expect(opened(2399)).toBeNull();
  expect(opened(2400)).toMatchObject({ id: 'V1' });
});
