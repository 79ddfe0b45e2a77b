import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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

/** `curl` down from Slack and `curl -F` up to the service. @returns milliseconds for both. @throws if either fails. */
export async function transferWithCurl(transfer: Transfer): Promise<number> {
  const { apiKey, baseUrl, fileUrl, name, path, token } = transfer;
  const started = performance.now();
  await run('curl', ['-fsS', '-H', `Authorization: Bearer ${token}`, '-o', path, fileUrl]);
  const fields = { name, category: 'skill', description: 'Noise.', trigger_words: 'make noise' };
  await run('curl', [
    ...['-fsS', '-H', `X-API-KEY: ${apiKey}`],
    ...Object.entries(fields).flatMap(([field, value]) => ['-F', `${field}=${value}`]),
    ...['-F', `zip_file=@${path};type=application/zip`],
    `${baseUrl}/api/capabilities/add-capability/`,
  ]);
  return performance.now() - started;
}
