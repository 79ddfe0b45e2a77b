export interface ReleasedButton {
  value: string;
  /** What the click has to mean; null when it is refused in words. */
  reads: { click: Record<string, unknown> } | { dismissed: string } | { choice: string } | null;
}

/** A command without anything beside it. */
export const click = (command: object, more: object = {}) => ({
  click: { redraw: null, asks: false, file: null, draft: null, share: false, ...more, command },
});
