export interface ReleasedButton {
  value: string;
  /** The meaning of the click; null if it is refused with a message. */
  reads:
    | { click: Record<string, unknown> }
    | { dismissed: string }
    | { update: string }
    | { choice: string }
    | { changes: string }
    | null;
}

/** A command with no additional data. */
export const click = (command: object, more: object = {}) => ({
  click: { redraw: null, asks: false, file: null, draft: null, share: false, ...more, command },
});
