/** The uploads under way, so that none is left saying "uploading" when the bot stops before it ends. */
export class RunningUploads {
  readonly #interrupts = new Set<() => Promise<void>>();

  /** @param interrupt tells the person that the upload was cut off. */
  async track(interrupt: () => Promise<void>, work: () => Promise<void>): Promise<void> {
    this.#interrupts.add(interrupt);
    try {
      await work();
    } finally {
      this.#interrupts.delete(interrupt);
    }
  }

  async interruptAll(): Promise<void> {
    await Promise.allSettled([...this.#interrupts].map((interrupt) => interrupt()));
  }
}
