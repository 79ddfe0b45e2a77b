import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';

const document = readFileSync(new URL('../../docs/monitor.md', import.meta.url), 'utf8');
const names = new Metrics({ mode: 'socket' }).names();

test('the page has a row for every metric, and none for what is not there', () => {
  const rows = [...document.matchAll(/^\| `((?:abilities|nodejs|process)_\w+)` \| (.+) \|$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(rows.toSorted()).toEqual(names.toSorted());
});

test('its alerts ask for nothing else', () => {
  const [, alerts = ''] = /^## Alerts\n([\s\S]*?)(?:\n##|$(?![\s\S]))/m.exec(document) ?? [];
  const asked = [...alerts.matchAll(/\b(?:abilities|nodejs|process)_\w+/g)].map(([name]) => name);
  expect(asked.length).toBeGreaterThan(8);
  const known = names.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]);
  expect(asked.filter((name) => !known.includes(name))).toEqual([]);
});
