import { describe, expect, test } from 'vitest';
import { agentRows, request, rowNamed } from './caller.ts';
import { useLocalService } from './test-service.ts';

const { newAccount } = useLocalService();
const telling = useLocalService({ agentRowsCarryAbilities: true });

describe('1. List Agents', () => {
  test('response 200: a JSON object with field personalities, rows of id and name only', async () => {
    const caller = await newAccount();
    const answer = await caller.get('/api/personalities/get-all-personalities/');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      personalities: ['Echo', 'Nova', 'Atlas'].map((name) => ({ id: expect.any(Number), name })),
    });
  });

  test.each(['true', 'True', '1'])('with_image=%s adds the image field to each Agent', async (spelling) => {
    const rows = await agentRows(await newAccount(), `?with_image=${spelling}`);
    expect(rows).toEqual(
      ['Echo', 'Nova', 'Atlas'].map((name) => ({
        id: expect.any(Number),
        name,
        image: expect.stringMatching(/^http:/),
      })),
    );
  });

  test.each(['false', 'False', '0', ''])('with_image=%s leaves it out', async (spelling) => {
    const rows = await agentRows(await newAccount(), `?with_image=${spelling}`);
    expect(rows.some((row) => 'image' in row)).toBe(false);
  });

  test('with_image that is no boolean is refused', async () => {
    const answer = await (await newAccount()).get('/api/personalities/get-all-personalities/?with_image=banana');
    expect(answer).toMatchObject({ status: 400, body: { detail: 'with_image: must be true or false.' } });
  });

  test('image is a URL that answers without a credential', async () => {
    const echo = rowNamed(await agentRows(await newAccount(), '?with_image=true'), 'Echo');
    const image = await request(String(echo.image));
    expect(image.status).toBe(200);
    expect(image.headers.get('content-type')).toBe('image/png');
  });

  test('matching_capabilities is in the rows only if the service is configured to return it', async () => {
    const rows = await agentRows(await telling.newAccount());
    expect(rowNamed(rows, 'Echo').matching_capabilities).toHaveLength(3);
    expect(rowNamed(rows, 'Atlas').matching_capabilities).toHaveLength(1);
  });
});
