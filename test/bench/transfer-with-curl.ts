import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UploadAnswer } from '@abilities-bot/service-api';

const run = promisify(execFile);

export interface Transfer {
  fileUrl: string;
  token: string;
  /** Temporary location of the file. */
  path: string;
  baseUrl: string;
  apiKey: string;
  name: string;
}

/**
 * The transfers that the bot makes: down from Slack, up to the service, and down from it again, which shows that it has
 * the code that was sent.
 * @returns milliseconds for all three. @throws if one fails.
 */
export async function transferWithCurl(transfer: Transfer): Promise<number> {
  const { apiKey, baseUrl, fileUrl, name, path, token } = transfer;
  const started = performance.now();
  await run('curl', ['-fsS', '-H', `Authorization: Bearer ${token}`, '-o', path, fileUrl]);
  const fields = { name, category: 'skill', description: 'Noise.', trigger_words: 'make noise' };
  const { stdout } = await run('curl', [
    ...['-fsS', '-H', `X-API-KEY: ${apiKey}`],
    ...Object.entries(fields).flatMap(([field, value]) => ['-F', `${field}=${value}`]),
    ...['-F', `zip_file=@${path};type=application/zip`],
    `${baseUrl}/api/capabilities/add-capability/`,
  ]);
  const { abilityId } = UploadAnswer.parse(JSON.parse(stdout));
  await run('curl', [
    ...['-fsS', '-H', `X-API-KEY: ${apiKey}`, '-o', path],
    `${baseUrl}/api/capabilities/get/template-file/${abilityId}/`,
  ]);
  return performance.now() - started;
}
