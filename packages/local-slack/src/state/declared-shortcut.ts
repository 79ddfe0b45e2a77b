export interface DeclaredShortcut {
  readonly callbackId: string;
  /** The label in Slack's menus. */
  readonly name: string;
  /** In the shortcuts menu, or among the actions of a message. */
  readonly type: 'global' | 'message';
}
