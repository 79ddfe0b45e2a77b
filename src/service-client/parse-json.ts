/** The value that `text` spells in JSON; undefined when it is empty or no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
