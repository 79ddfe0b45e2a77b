import { click, type ReleasedButton } from './released-button.ts';

const target = { by: 'ability', id: 6004 };
const byName = { by: 'name', name: 'Weather' };
const digest = '3f2a91c0b1d2';
const to = { by: 'digest', digest };
const release = { by: 'release', id: 8001 };

export const RELEASED_VERSION_BUTTONS: ReleasedButton[] = [
  { value: '{"v":1,"do":"versions id:6004"}', reads: click({ verb: 'versions', target }) },
  { value: '{"v":1,"do":"versions Weather"}', reads: click({ verb: 'versions', target: byName }) },
  { value: '{"v":1,"do":"versions \\"Weather\\""}', reads: click({ verb: 'versions', target: byName }) },
  { value: '{"v":1,"do":"versions"}', reads: click({ verb: 'choose', wanted: 'versions' }) },
  {
    value: `{"v":1,"do":"versions id:6004 compare:${digest}","asks":true}`,
    reads: click({ verb: 'compare-version', target, digest }, { asks: true }),
  },
  ...(['zip', 'diff'] as const).map(
    (what): ReleasedButton => ({
      value: `{"v":1,"do":"versions id:6004 ${what}:${digest}"}`,
      reads: click({ verb: 'send-version', target, digest, what }),
    }),
  ),
  {
    value: '{"v":1,"do":"rollback Weather"}',
    reads: click({ verb: 'rollback', target: byName, to: null, confirmed: false }),
  },
  {
    value: `{"v":1,"do":"rollback Weather to:${digest}"}`,
    reads: click({ verb: 'rollback', target: byName, to, confirmed: false }),
  },
  {
    value: `{"v":1,"do":"rollback id:6004 to:${digest}"}`,
    reads: click({ verb: 'rollback', target, to, confirmed: false }),
  },
  {
    value: `{"v":1,"do":"rollback id:6004 to:${digest}","sure":true}`,
    reads: click({ verb: 'rollback', target, to, confirmed: true }),
  },
  {
    value: '{"v":1,"do":"rollback id:6004 release:8001"}',
    reads: click({ verb: 'rollback', target, to: release, confirmed: false }),
  },
  {
    value: '{"v":1,"do":"rollback id:6004 release:8001","sure":true}',
    reads: click({ verb: 'rollback', target, to: release, confirmed: true }),
  },
];
