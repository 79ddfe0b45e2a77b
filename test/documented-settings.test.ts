import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { readConfig, Settings } from '../src/config/config.ts';
import { APPROVAL_CHOICES, OLD_APPROVALS } from '../src/store/settings-record.ts';
import { socketEnv } from './environments.ts';

describe('.env.example', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^# (.*)\n(?:# )?([A-Z_]+)=.*$/gm)].map(([, about, name]) => ({ about, name }));
  /** As if the reader had removed the # before each name. */
  const whole = text.replace(/^# (?=[A-Z_]+=)/gm, '');

  test('lists exactly the settings, with the same descriptions', () => {
    const settings = Object.entries(Settings.shape).map(([name, { description: about }]) => ({ about, name }));
    expect(new Set(documented)).toEqual(new Set(settings));
    expect(documented).toHaveLength(settings.length);
  });

  test('only what everybody fills in is not commented out', () => {
    expect(parse(text)).toEqual({
      SLACK_BOT_TOKEN: '',
      SLACK_APP_TOKEN: '',
      SERVICE_BASE_URL: '',
      SERVICE_API_KEY: '',
    });
  });

  test('shows the defaults: filled in with what is needed, it means the same as nothing else', () => {
    const { slack, ...rest } = readConfig({ ...parse(whole), ...socketEnv });
    const { slack: bareSlack, ...bare } = readConfig(socketEnv);
    expect(rest).toEqual(bare);
    // Slack's own address is the default of the Slack SDK.
    expect(slack).toEqual({ ...bareSlack, apiUrl: 'https://slack.com/api/' });
  });

  /** The default of each setting as it would be written in an .env file; blank without a default. */
  const defaults = Object.fromEntries(
    Object.entries(Settings.shape).map(([name, schema]) => {
      const value = schema.parse(undefined);
      return [name, value === undefined || Array.isArray(value) ? '' : String(value)];
    }),
  );
  // Slack's own address is the default of the Slack SDK.
  defaults.SLACK_API_URL = 'https://slack.com/api/';

  test('names the default of each setting', () => {
    expect(parse(whole)).toEqual(defaults);
  });

  test('docs/settings.md has a row for each setting, in the same order, with its default', () => {
    const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \|([^|]*)\|/gm)].map(([, name = '', cell = '']) => [
      name,
      /^ `([^`]*)` $/.exec(cell)?.[1] ?? cell.trim(),
    ]);
    expect(rows.map(([name]) => name)).toEqual(Object.keys(Settings.shape));
    // Derived from another setting.
    expect(Object.fromEntries(rows)).toEqual({ ...defaults, SPOOL_DIR: '`spool` in `DATA_DIR`' });
  });
});

describe('the choices of APPROVALS', () => {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const namesIn = (text: string) => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);

  test('are all in docs/settings.md', () => {
    const [, choices = '', others = ''] =
      /^\| `APPROVALS` \|(.*) Or one of (.*) \|$/m.exec(read('docs/settings.md')) ?? [];
    expect(namesIn(choices)).toEqual(APPROVAL_CHOICES);
    const { all, off, on } = OLD_APPROVALS;
    expect(namesIn(others)).toEqual(['on', ...on, 'all', ...all, 'off', ...off]);
  });

  test('have a row each in docs/roles.md', () => {
    const [, table = ''] = /^\| `APPROVALS` \|.*\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(read('docs/roles.md')) ?? [];
    expect([...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)).toEqual(APPROVAL_CHOICES);
  });
});
