/** False reports of success, as clients of the live service have seen them (service notes). */
export const LIES = {
  'assign-nothing': 'Assigning reports success and saves nothing.',
  'assign-without-installing': 'Assigning saves the list and installs nothing.',
  'assign-wipes-others': 'Assigning several Abilities saves only the last of them.',
  'switch-nothing': 'Enabling, disabling and changing trigger words report success and save nothing.',
  'lost-words': 'Only the first two trigger words are saved.',
  'silent-words': 'Abilities are installed, but not for Agents, so their trigger words do nothing.',
  'old-code': 'Updating the code or enabling a release reports success but keeps the previous code.',
  'duplicate-on-upload':
    "An upload also creates a second Ability with the same name and the first two trigger words, but doesn't install it.",
  'delete-nothing': 'Deleting reports success and deletes nothing.',
  'late-truth': 'Every change takes effect a few seconds after its response (10 by default).',
} as const;

export type Lie = keyof typeof LIES;

export const LIE_NAMES = Object.keys(LIES).filter((name): name is Lie => name in LIES);

interface HeldEffect {
  readonly effect: () => Promise<unknown>;
  readonly timer: NodeJS.Timeout | undefined;
}

/** The lies that are switched on. */
export class Lies {
  /** Delay of the effects, in milliseconds; infinite: until `release`. */
  lateMs = 10_000;
  readonly #told = new Set<Lie>();
  readonly #held = new Set<HeldEffect>();
  #carriedOut: Promise<void> = Promise.resolve();

  tell(...lies: readonly Lie[]): void {
    for (const lie of lies) this.#told.add(lie);
  }

  /** All of them without an argument. Effects already delayed stay delayed. */
  stop(...lies: readonly Lie[]): void {
    for (const lie of lies.length > 0 ? lies : LIE_NAMES) this.#told.delete(lie);
  }

  isTold(lie: Lie): boolean {
    return this.#told.has(lie);
  }

  /** The trigger words that are saved. */
  keptWords(words: readonly string[]): readonly string[] {
    return this.isTold('lost-words') ? words.slice(0, 2) : words;
  }

  /** Applies an effect now, or after the answer. A delayed one is lost if the service stops first. */
  async carryOut(effect: () => Promise<unknown>): Promise<void> {
    if (this.isTold('late-truth')) this.#hold(effect);
    else await effect();
  }

  /** Applies all delayed effects now, in the order of their requests. Resolves when they are done. */
  release(): Promise<void> {
    for (const held of this.#held) this.#start(held);
    return this.#carriedOut;
  }

  /** Drops delayed effects, and waits for those in progress. */
  async close(): Promise<void> {
    for (const { timer } of this.#held) clearTimeout(timer);
    this.#held.clear();
    await this.#carriedOut;
  }

  #hold(effect: () => Promise<unknown>): void {
    const held: HeldEffect = {
      effect,
      // Node fires a timer with an infinite delay immediately.
      timer: Number.isFinite(this.lateMs) ? setTimeout(() => this.#start(held), this.lateMs) : undefined,
    };
    this.#held.add(held);
  }

  #start(held: HeldEffect): void {
    clearTimeout(held.timer);
    this.#held.delete(held);
    // Its target may be gone by now, and its request has already been answered.
    this.#carriedOut = this.#carriedOut.then(held.effect).then(
      () => undefined,
      () => undefined,
    );
  }
}
