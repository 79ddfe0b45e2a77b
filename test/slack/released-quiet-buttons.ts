import { click, type ReleasedButton } from './released-button.ts';

const nova = { by: 'agent', id: 301 };
const named = { by: 'name', name: 'Nova' };
const quiet = (agent: object | null, forMs: number | null = null) => click({ verb: 'quiet', agent, forMs });

export const RELEASED_QUIET_BUTTONS: ReleasedButton[] = [
  { value: '{"v":1,"do":"quiet choose:"}', reads: click({ verb: 'quiet-form' }) },
  { value: '{"v":1,"do":"quiet choose:","asks":true}', reads: click({ verb: 'quiet-form' }, { asks: true }) },
  { value: '{"v":1,"do":"quiet"}', reads: quiet(null) },
  { value: '{"v":1,"do":"quiet agent:301"}', reads: quiet(nova) },
  { value: '{"v":1,"do":"quiet agent:301 for 2h"}', reads: quiet(nova, 7_200_000) },
  { value: '{"v":1,"do":"quiet for 30m"}', reads: quiet(null, 1_800_000) },
  { value: '{"v":1,"do":"quiet Nova for 30m"}', reads: quiet(named, 1_800_000) },
  { value: '{"v":1,"do":"quiet \\"Nova\\" for 1h 30m"}', reads: quiet(named, 5_400_000) },
  // The line of a form, on *Try again* after an interruption.
  {
    value: '{"v":1,"do":"quiet agent:301 keep: until 2026-03-02T06:00:00Z"}',
    reads: click({
      verb: 'quiet',
      agent: nova,
      forMs: null,
      until: { exact: new Date('2026-03-02T06:00:00Z') },
      keepsEnd: true,
    }),
  },
  { value: '{"v":1,"do":"quiet keep:"}', reads: click({ verb: 'quiet', agent: null, forMs: null, keepsEnd: true }) },
  { value: '{"v":1,"do":"help quiet"}', reads: click({ verb: 'help', about: 'quiet' }) },
  { value: '{"v":1,"do":"help resume"}', reads: click({ verb: 'help', about: 'resume' }) },
  {
    value: '{"v":1,"do":"disable all on agent:301"}',
    reads: click({ verb: 'toggle-all', wanted: 'disable', scope: { category: null, agent: nova } }),
  },
  {
    value: '{"v":1,"do":"quiet again:0123456789abcdef"}',
    reads: click({ verb: 'quiet-again', id: '0123456789abcdef' }),
  },
  // The line of a plan, on the button of one that was late.
  {
    value: '{"v":1,"do":"resume due:0123456789abcdef"}',
    reads: click({ verb: 'resume', which: { by: 'due', id: '0123456789abcdef' } }),
  },
  { value: '{"v":1,"do":"resume"}', reads: click({ verb: 'resume', which: { by: 'all' } }) },
  {
    value: '{"v":1,"do":"resume 0123456789abcdef","redraw":"scheduled"}',
    reads: click({ verb: 'resume', which: { by: 'id', id: '0123456789abcdef' } }, { redraw: 'scheduled' }),
  },
  {
    value: '{"v":1,"do":"resume 0123456789abcdef"}',
    reads: click({ verb: 'resume', which: { by: 'id', id: '0123456789abcdef' } }),
  },
  {
    value: '{"v":1,"do":"resume 0123456789abcdef","redraw":"list rows:i90004,a6405"}',
    reads: click({ verb: 'resume', which: { by: 'id', id: '0123456789abcdef' } }, { redraw: 'list rows:i90004,a6405' }),
  },
  {
    value: '{"v":1,"do":"resume","redraw":"list rows:i90004,a6405"}',
    reads: click({ verb: 'resume', which: { by: 'all' } }, { redraw: 'list rows:i90004,a6405' }),
  },
];
