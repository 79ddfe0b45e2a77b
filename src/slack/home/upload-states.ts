import type { UploadRecord } from '../../store/upload-record.ts';

/** Beyond that it is forgotten what was shown: at worst the Home tabs are drawn once more. */
const MAX_REMEMBERED = 500;

/** In which state each upload was told last. The Home tab shows that, and nothing of what is read meanwhile. */
export class UploadStates {
  readonly #told = new Map<string, string>();

  /** Whether it stands otherwise than at the last call. */
  hasChanged({ id, state, trouble }: Pick<UploadRecord, 'id' | 'state' | 'trouble'>): boolean {
    const now = trouble ? 'waits' : state;
    if (this.#told.get(id) === now) return false;
    if (this.#told.size >= MAX_REMEMBERED) this.#told.clear();
    this.#told.set(id, now);
    return true;
  }

  /** It has ended. */
  forget(id: string): void {
    this.#told.delete(id);
  }
}
