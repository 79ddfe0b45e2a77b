import { click, type ReleasedButton } from './released-button.ts';

const installed = (id: number) => ({ by: 'installed', id });

/** The buttons about several Abilities at once; see released-buttons.ts. */
export const RELEASED_SEVERAL_BUTTONS: ReleasedButton[] = [
  {
    value: '{"v":1,"do":"disable installed:90001, installed:90002"}',
    reads: click({ verb: 'disable', targets: [installed(90001), installed(90002)] }),
  },
  {
    value: '{"v":1,"do":"disable all skill on \\"Nova\\""}',
    reads: click({
      verb: 'toggle-all',
      wanted: 'disable',
      scope: { category: 'skill', agent: { by: 'name', name: 'Nova' } },
    }),
  },
  {
    value: '{"v":1,"do":"delete \\"News\\", \\"Timer\\"","asks":true}',
    reads: click(
      {
        verb: 'delete',
        targets: [
          { by: 'name', name: 'News' },
          { by: 'name', name: 'Timer' },
        ],
        confirmed: false,
      },
      { asks: true },
    ),
  },
  {
    value: '{"v":1,"do":"enable \\"News\\""}',
    reads: click({ verb: 'enable', targets: [{ by: 'name', name: 'News' }] }),
  },
  {
    value: '{"v":1,"do":"disable all Skills"}',
    reads: click({ verb: 'toggle-all', wanted: 'disable', scope: { category: 'skill', agent: null } }),
  },
  {
    value: '{"v":1,"do":"enable all on Nova"}',
    reads: click({
      verb: 'toggle-all',
      wanted: 'enable',
      scope: { category: null, agent: { by: 'name', name: 'Nova' } },
    }),
  },
  {
    value: '{"v":1,"do":"enable all on agent:301"}',
    reads: click({
      verb: 'toggle-all',
      wanted: 'enable',
      scope: { category: null, agent: { by: 'agent', id: 301 } },
    }),
  },
  {
    value: '{"v":1,"do":"enable installed:90003, installed:90004"}',
    reads: click({
      verb: 'enable',
      targets: [
        { by: 'installed', id: 90_003 },
        { by: 'installed', id: 90_004 },
      ],
    }),
  },
  {
    value: '{"v":1,"do":"delete id:6404, id:6405","asks":true}',
    reads: click(
      {
        verb: 'delete',
        targets: [
          { by: 'ability', id: 6404 },
          { by: 'ability', id: 6405 },
        ],
        confirmed: false,
      },
      { asks: true },
    ),
  },
];
