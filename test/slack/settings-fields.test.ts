import { expect, test } from 'vitest';
import { readFields } from '../../src/slack/features/settings/read-fields.ts';
import { View } from '../../src/slack/payloads/payloads.ts';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';

const view = (values: Record<string, object>) =>
  View.parse({
    id: 'V1',
    hash: '1',
    state: { values: Object.fromEntries(Object.entries(values).map(([block, value]) => [block, { [block]: value }])) },
  });

test.each([
  ['people', { admins: { selected_users: ['U1', 'everybody'] } }],
  ['user groups', { admin_groups: { selected_options: [{ value: 'S1' }, { value: 'U1' }] } }],
  ['channels', { channels: { selected_conversations: ['C1', '<!channel>'] } }],
  ['a direct message', { audit_channel: { selected_conversation: 'D0ANA' } }],
  ['a name instead of a channel', { watch_channel: { selected_conversation: 'general' } }],
])('a field made by hand that lists what is none is empty: %s', (_, values) => {
  expect(readFields(view(values), 0, EMPTY_SETTINGS)).toEqual(readFields(view({}), 0, EMPTY_SETTINGS));
});

test('IDs of people, of people of an organization, and of both kinds of channels are read', () => {
  const fields = readFields(
    view({
      viewers: { selected_users: ['U1', 'W2'] },
      channels: { selected_conversations: ['C1', 'G2'] },
      audit_channel: { selected_conversation: 'C1' },
    }),
    0,
    EMPTY_SETTINGS,
  );
  expect(fields).toMatchObject({
    roles: { viewer: { users: ['U1', 'W2'] } },
    channels: ['C1', 'G2'],
    auditChannel: 'C1',
  });
});

test('approvals are read from a form of today, and from one that was open during an update', () => {
  const read = (values: Record<string, object>) => readFields(view(values), 0, { approvals: ['delete'] }).approvals;
  const options = (...values: string[]) => ({ approvals: { selected_options: values.map((value) => ({ value })) } });
  expect(read(options('update', 'replace-enabled'))).toEqual(['update', 'replace-enabled']);
  expect(read(options())).toEqual([]);
  expect(read({ approvals: { selected_option: { value: 'on' } } })).toEqual(['delete-enabled', 'replace-enabled']);
  // The form of an older version had no such field if the environment required approvals.
  expect(read({})).toEqual(['delete']);
  expect(read(options('rename'))).toEqual(['delete']);
});
