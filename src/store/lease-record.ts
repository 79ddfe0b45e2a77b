export interface Lease {
  /** True if another holder had the lease last, so that this holder's caches may be outdated. */
  followsAnother: boolean;
  /**
   * Increases with each lease of any process, so it orders changes to the same thing. Null on libsql, where a single
   * process writes changes in their order.
   */
  position: number | null;
}

/** The leases of one workspace, as one holder sees them. All functions throw the database's errors. */
export interface TenantLeases {
  /**
   * Leases a thing for `ms`.
   * @returns null while it is leased, even by this holder.
   */
  take(thing: string, ms: number): Promise<Lease | null>;
  /**
   * Extends a lease to `ms` from now.
   * @returns false if it has ended.
   */
  renew(thing: string, ms: number): Promise<boolean>;
  release(thing: string): Promise<void>;
}
