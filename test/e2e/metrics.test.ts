import { afterEach, expect, test } from 'vitest';
import { type Numbers, scrape } from '../metrics/read-numbers.ts';
import { until } from '../until.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

/** The first scrape that matches: an answer can be visible before the call that produced it has ended. */
async function scraped(fits: (numbers: Numbers) => boolean): Promise<Numbers> {
  let numbers = await scrape(house.bot.metricsPort);
  await until(async () => {
    if (fits(numbers)) return true;
    numbers = await scrape(house.bot.metricsPort);
    return false;
  });
  return numbers;
}

test.each(['socket', 'http'] as const)(
  'over %s, what people did can be read in the numbers, and nothing of who they are and what they named',
  async (mode) => {
    house = await startHouse({ mode });
    const { bot, service, slack } = house;
    const ana = slack.as(slack.people.ana);
    await ana.command('list');
    const list = await slack.nextMessage(({ text }) => text.includes('3 not installed'));
    await ana.click(list, { text: 'Disable News' });
    await slack.nextMessage(({ text }) => text.includes('News disabled by'));
    await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
    const numbers = await scraped(({ of }) => of('abilities_upload_ends_total{end="done"}') === 1);

    for (const kind of ['command', 'click', 'form', 'event']) {
      const requests = numbers.of(`abilities_slack_requests_total{kind="${kind}"}`);
      expect(requests, kind).toBeGreaterThan(0);
      expect(numbers.of(`abilities_ack_seconds_count{kind="${kind}"}`), kind).toBe(requests);
      expect(numbers.of(`abilities_ack_seconds_sum{kind="${kind}"}`), kind).toBeGreaterThan(0);
    }
    expect(numbers.of('abilities_slack_requests_total{kind="command"}')).toBe(1);
    expect(numbers.of('abilities_slack_requests_total{kind="form"}')).toBe(1);
    expect(numbers.of('abilities_operations_total{verb="list",outcome="shown"}')).toBe(1);
    expect(numbers.of('abilities_operations_total{verb="disable",outcome="done"}')).toBe(1);
    expect(numbers.of('abilities_operation_seconds_count{verb="disable"}')).toBe(1);
    const put = 'endpoint="switch installed Ability"';
    expect(numbers.of(`abilities_service_calls_total{${put},method="PUT",status="2xx"}`)).toBe(1);
    expect(numbers.of(`abilities_service_call_seconds_count{${put}}`)).toBe(1);
    const sent = service.requests.filter(({ path }) => path.includes('get-installed-capabilities')).length;
    expect(
      numbers.of('abilities_service_calls_total{endpoint="list installed Abilities",method="GET",status="2xx"}'),
    ).toBe(sent);
    expect(numbers.of('abilities_slack_calls_total{method="response_url",outcome="ok"}')).toBeGreaterThan(0);
    const updates = slack.wire.filter(({ name }) => name === 'chat.update').length;
    expect(numbers.of('abilities_slack_calls_total{method="chat.update",outcome="ok"}')).toBe(updates);
    expect(numbers.of('abilities_slack_call_seconds_count{method="views.open"}')).toBe(1);
    expect(numbers.of('abilities_store_up')).toBe(1);
    expect(numbers.of('abilities_uploads{state="asking"}')).toBe(0);
    expect(numbers.of('abilities_slack_connected')).toBe(mode === 'socket' ? 1 : null);
    expect(numbers.of('abilities_last_event_timestamp_seconds')).toBeGreaterThan(1_600_000_000);
    expect(numbers.of('nodejs_eventloop_lag_max_seconds')).not.toBe(null);

    const { botToken, appToken, signingSecret, people, channels } = slack;
    const named = ['Tides', 'tides', 'News', 'T0LOCAL', ...Object.values(people).flatMap(({ id, name }) => [id, name])];
    const secrets = [service.apiKey, botToken, appToken, signingSecret];
    for (const word of [...secrets, ...named, ...Object.values(channels).map(({ id }) => id)]) {
      expect(numbers.text).not.toContain(word);
    }
    expect((await fetch(`http://127.0.0.1:${bot.port}/metrics`)).headers.get('content-type')).toContain(
      'version=0.0.4',
    );
  },
);

test('METRICS_PORT takes them off the port of the rest', async () => {
  house = await startHouse({ mode: 'http', metricsPort: 0 });
  const { metricsPort, port } = house.bot;
  const statusOf = async (at: number, path: string) => (await fetch(`http://127.0.0.1:${at}${path}`)).status;
  expect(metricsPort).not.toBe(port);
  expect([await statusOf(metricsPort, '/metrics'), await statusOf(port, '/metrics')]).toEqual([200, 404]);
  expect([await statusOf(metricsPort, '/readyz'), await statusOf(port, '/readyz')]).toEqual([404, 200]);
  await house.bot.stop();
  await expect(statusOf(metricsPort, '/metrics')).rejects.toThrow();
});

test('failures have a separate outcome', async () => {
  house = await startHouse({ mode: 'http' });
  const { service, slack } = house;
  const [ana, gus] = [slack.as(slack.people.ana), slack.as(slack.people.gus)];
  await gus.command('enable Radio');
  await slack.nextMessage(({ ephemeralFor }) => ephemeralFor === slack.people.gus.id);
  await ana.command('list page:many');
  service.faults.add({ match: {}, fault: { kind: 'status', status: 500 } });
  await ana.command('agents');
  await slack.nextMessage(({ text }) => text.startsWith('The voice service returned an internal error.'));
  service.faults.clear();
  slack.faults.add({ method: 'response_url', fault: { status: 404 } });
  await ana.command('help');
  await slack.nextMessage(({ text }) => text.includes('/abilities list'));

  const numbers = await scraped(
    ({ of }) =>
      of('abilities_slack_calls_total{method="response_url",outcome="refused"}') === 1 &&
      of('abilities_operations_total{verb="none",outcome="refused"}') === 1,
  );
  expect(numbers.of('abilities_operations_total{verb="enable",outcome="refused"}')).toBe(1);
  expect(numbers.of('abilities_operations_total{verb="agents",outcome="failed"}')).toBe(1);
  expect(numbers.of('abilities_service_calls_total{endpoint="list Agents",method="GET",status="5xx"}')).toBeGreaterThan(
    0,
  );
});

test('a rate limit that Slack set is counted, with the method that met it', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  slack.faults.add({ method: 'views.open', fault: { status: 429, retryAfter: 1 } });
  await slack.as(slack.people.ana).command('search');
  const numbers = await scraped(({ of }) => of('abilities_slack_call_seconds_count{method="views.open"}') === 1);
  expect(numbers.of('abilities_rate_limits_total{by="slack",call="views.open"}')).toBe(1);
});

test('an upload that waits for a decision is counted among the uploads by state', async () => {
  house = await startHouse({ mode: 'http' });
  await saying(house, await startUpload(house, await goodZip(), { values: { Name: 'News' } }), 'already');
  const numbers = await scraped(({ of }) => of('abilities_uploads{state="asking"}') === 1);
  expect(numbers.of('abilities_uploads_waiting')).toBe(0);
  expect(numbers.of('abilities_upload_ends_total{end="done"}')).toBe(0);
});
