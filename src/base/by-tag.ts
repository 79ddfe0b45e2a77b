/** The members of a union whose `Key` can be `Tag`: `ByTag<Command, 'verb', 'delete'>`. */
export type ByTag<U, Key extends string, Tag> =
  U extends Record<Key, unknown> ? (Tag extends U[Key] ? U : never) : never;
