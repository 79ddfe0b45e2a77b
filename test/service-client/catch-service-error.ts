import { type AnyServiceError, isServiceError } from '../../src/service/client.ts';

/** The typed error of a failed call. Anything else, including success, fails the test. */
export async function catchServiceError(call: Promise<unknown>): Promise<AnyServiceError> {
  let result: unknown;
  try {
    result = await call;
  } catch (error) {
    if (isServiceError(error)) return error;
    throw error;
  }
  throw new Error(`The call did not fail, it returned ${JSON.stringify(result)}.`);
}
