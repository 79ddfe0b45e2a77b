/** The numbers of a scrape: by name, and by labels in the order in which they are written. */
export interface Numbers {
  text: string;
  /** Null if there is no such line. */
  of: (line: string) => number | null;
  /** All lines with this prefix, without their numbers. */
  lines: (name: string) => string[];
}

/** @example numbers.of('abilities_acks_seconds_count{kind="command"}') */
export function readNumbers(text: string): Numbers {
  const rows = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))] as const);
  const found = new Map(rows);
  return {
    text,
    of: (line) => found.get(line) ?? null,
    lines: (name) => rows.map(([line]) => line).filter((line) => line.startsWith(name)),
  };
}

/** Over HTTP, like Prometheus. */
export async function scrape(port: number): Promise<Numbers> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`);
  return readNumbers(await answer.text());
}
