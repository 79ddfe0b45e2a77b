/** Time that stands still until it is moved. In milliseconds since 1970. */
export class HandClock {
  at = 1_800_000_000_000;
  readonly now = (): number => this.at;

  move(ms: number): void {
    this.at += ms;
  }
}
