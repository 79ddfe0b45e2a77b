import { click, type ReleasedButton } from './released-button.ts';

const weather = [{ by: 'installed', id: 90001 }];
const exact = { exact: new Date('2026-03-02T09:00:00Z') };
const timed = (wanted: string, kind: string, confirmed: boolean) =>
  click({ verb: 'timed', wanted, targets: weather, when: { kind, time: exact }, confirmed });

const WEEKDAYS = { days: [1, 2, 3, 4, 5], from: { hour: 8, minute: 0 }, to: { hour: 18, minute: 0 } };

export const RELEASED_TIMED_BUTTONS: ReleasedButton[] = [
  {
    value: '{"v":1,"do":"disable installed:90001 later:","asks":true}',
    reads: click({ verb: 'plan-form', target: { by: 'installed', id: 90001 } }, { asks: true }),
  },
  { value: '{"v":1,"do":"scheduled"}', reads: click({ verb: 'scheduled' }) },
  { value: '{"v":1,"do":"scheduled 2"}', reads: click({ verb: 'scheduled', page: 2 }) },
  {
    value: '{"v":1,"do":"cancel 0123456789abcdef","redraw":"scheduled 2"}',
    reads: click({ verb: 'cancel', id: '0123456789abcdef' }, { redraw: 'scheduled 2' }),
  },
  {
    value: '{"v":1,"do":"enable plan:0123456789abcdef","redraw":"scheduled"}',
    reads: click({ verb: 'plan-now', wanted: 'enable', id: '0123456789abcdef' }, { redraw: 'scheduled' }),
  },
  {
    value: '{"v":1,"do":"enable plan:0123456789abcdef","redraw":"scheduled 2"}',
    reads: click({ verb: 'plan-now', wanted: 'enable', id: '0123456789abcdef' }, { redraw: 'scheduled 2' }),
  },
  {
    value: '{"v":1,"do":"enable plan:0123456789abcdef later:","asks":true}',
    reads: click({ verb: 'change-plan', id: '0123456789abcdef' }, { asks: true }),
  },
  {
    value: '{"v":1,"do":"enable installed:90001 at 2026-03-02T09:00:00Z instead-of:0123456789abcdef","sure":true}',
    reads: click({
      verb: 'timed',
      wanted: 'enable',
      targets: weather,
      when: { kind: 'at', time: exact },
      confirmed: true,
      insteadOf: '0123456789abcdef',
    }),
  },
  { value: '{"v":1,"do":"cancel 0123456789abcdef"}', reads: click({ verb: 'cancel', id: '0123456789abcdef' }) },
  {
    value: '{"v":1,"do":"cancel 0123456789abcdef shown:enable@2026-03-02T09:00:00Z"}',
    reads: click({ verb: 'cancel', id: '0123456789abcdef', shown: 'enable@2026-03-02T09:00:00Z' }),
  },
  ...['disable@2026-03-02T09:00:00Z', 'disable@mon,tue,wed,thu,fri@08:00-18:00@Europe/Berlin'].map((shown) => ({
    value: `{"v":1,"do":"cancel 0123456789abcdef shown:${shown}"}`,
    reads: click({ verb: 'cancel', id: '0123456789abcdef', shown }),
  })),
  ...['scheduled', 'scheduled 2'].map((redraw) => ({
    value: `{"v":1,"do":"cancel 0123456789abcdef shown:enable@2026-03-02T09:00:00Z","redraw":"${redraw}"}`,
    reads: click({ verb: 'cancel', id: '0123456789abcdef', shown: 'enable@2026-03-02T09:00:00Z' }, { redraw }),
  })),
  {
    value:
      '{"v":1,"do":"cancel 0123456789abcdef shown:disable@mon,tue,wed,thu,fri@08:00-18:00@Europe/Berlin","redraw":"scheduled"}',
    reads: click(
      {
        verb: 'cancel',
        id: '0123456789abcdef',
        shown: 'disable@mon,tue,wed,thu,fri@08:00-18:00@Europe/Berlin',
      },
      { redraw: 'scheduled' },
    ),
  },
  {
    value: '{"v":1,"do":"cancel 0123456789abcdef","redraw":"scheduled"}',
    reads: click({ verb: 'cancel', id: '0123456789abcdef' }, { redraw: 'scheduled' }),
  },
  { value: '{"v":1,"do":"help scheduled"}', reads: click({ verb: 'help', about: 'scheduled' }) },
  { value: '{"v":1,"do":"help cancel"}', reads: click({ verb: 'help', about: 'cancel' }) },
  {
    value: '{"v":1,"do":"disable installed:90001 until 2026-03-02T09:00:00Z"}',
    reads: timed('disable', 'until', false),
  },
  {
    value: '{"v":1,"do":"disable installed:90001 until 2026-03-02T09:00:00Z","sure":true}',
    reads: timed('disable', 'until', true),
  },
  {
    value: '{"v":1,"do":"enable installed:90001 at 2026-03-02T09:00:00Z","sure":true}',
    reads: timed('enable', 'at', true),
  },
  {
    value: '{"v":1,"do":"disable installed:90001 every mon,tue,wed,thu,fri 08:00-18:00","sure":true}',
    reads: click({
      verb: 'timed',
      wanted: 'disable',
      targets: weather,
      when: { kind: 'every', recurrence: WEEKDAYS },
      confirmed: true,
    }),
  },
  {
    value:
      '{"v":1,"do":"disable installed:90001 unchanged-since:2026-03-01T09:00:00Z planned-for:2026-03-02T07:00:00Z every:mon,tue,wed,thu,fri@08:00-18:00 half:end zone:Europe/Berlin"}',
    reads: click({
      verb: 'timed-switch',
      wanted: 'disable',
      targets: weather,
      since: new Date('2026-03-01T09:00:00Z'),
      plannedFor: new Date('2026-03-02T07:00:00Z'),
      plan: null,
      every: { recurrence: WEEKDAYS, half: 'end', timeZone: 'Europe/Berlin' },
    }),
  },
  // The line of a plan, on the button of one that was late. The first kind has no time of its own.
  ...[null, '2026-03-02T09:00:00Z'].map(
    (planned): ReleasedButton => ({
      value: JSON.stringify({
        v: 1,
        do: `enable installed:90001 unchanged-since:2026-03-01T09:00:00Z${planned === null ? '' : ` planned-for:${planned}`}`,
      }),
      reads: click({
        verb: 'timed-switch',
        wanted: 'enable',
        targets: weather,
        since: new Date('2026-03-01T09:00:00Z'),
        plannedFor: planned === null ? null : new Date(planned),
        plan: null,
        every: null,
      }),
    }),
  ),
];
