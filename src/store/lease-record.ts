export interface Lease {
  /** True if another holder had it before, so that the caches of this one may be outdated. */
  followsAnother: boolean;
  /**
   * Grows with each lease of any process, so it orders changes of the same thing. Null on libsql, where one process
   * writes changes down in their order.
   */
  position: number | null;
}

/** The leases of one workspace, as one holder sees them. All functions throw the database's errors. */
export interface TenantLeases {
  /**
   * Leases it for `ms`.
   * @returns null while it is leased, also to this holder.
   */
  take(thing: string, ms: number): Promise<Lease | null>;
  /**
   * Extends it to `ms` from now.
   * @returns false if it has ended.
   */
  renew(thing: string, ms: number): Promise<boolean>;
  release(thing: string): Promise<void>;
}
