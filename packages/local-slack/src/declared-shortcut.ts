/** A shortcut as the app's manifest declares it. */
export interface DeclaredShortcut {
  readonly callbackId: string;
  /** What people read in Slack's menus. */
  readonly name: string;
  /** In the shortcuts menu, or among the actions of a message. */
  readonly type: 'global' | 'message';
}
