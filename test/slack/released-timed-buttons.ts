import { click, type ReleasedButton } from './released-button.ts';

const weather = [{ by: 'installed', id: 90001 }];
const exact = { exact: new Date('2026-03-02T09:00:00Z') };
const timed = (wanted: string, kind: string, confirmed: boolean) =>
  click({ verb: 'timed', wanted, targets: weather, when: { kind, time: exact }, confirmed });

export const RELEASED_TIMED_BUTTONS: ReleasedButton[] = [
  { value: '{"v":1,"do":"scheduled"}', reads: click({ verb: 'scheduled' }) },
  { value: '{"v":1,"do":"cancel 0123456789abcdef"}', reads: click({ verb: 'cancel', id: '0123456789abcdef' }) },
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
      }),
    }),
  ),
];
