/**
 * How long a request waits for Slack, the service or the store before it is answered without them, in milliseconds. One
 * object for each process. Slack allows 3 seconds for an ack and for opening a form, part of which has passed already.
 */
export interface Deadlines {
  /** Until a request with a response URL is acked even if its workspace has not been found yet. */
  ack: number;
  /** For a connection to the store, without which a request is not authorized. */
  authorization: number;
  /** For a connection to the store, for everything else. People still wait this long for an answer. */
  connection: number;
  /** For the role of a person. Opening a form takes the rest of the 3 seconds. */
  role: number;
  /** For the options of a select, which are its ack. */
  options: number;
  /** For the user groups among those options. */
  userGroups: number;
  /** For the names of the groups in the settings. */
  groupNames: number;
  /** For reads that decide which form is shown next, in the ack of the previous one. */
  nextForm: number;
  /** For the state of an Ability that is about to be replaced, in the ack of its form. */
  replaced: number;
  /** For checking an API key, before the form with the key is acked. */
  key: number;
  keyAck: number;
  /** For hints in a form, such as trigger words that are in use already. */
  hints: number;
  /** For the names of people in the audit log, which has only IDs for some of them. */
  names: number;
  /**
   * The same while somebody types: the next keystroke waits for it, and so does the line that describes the effect of
   * saving.
   */
  typingHints: number;
  /** For the packages of several Abilities, to find out which code they run. */
  examineCode: number;
  /** For the package of one Ability. */
  runningCode: number;
  /** For comparing two packages line by line, which blocks the event loop. */
  compareCode: number;
  /** Until the wait notice of a typed command. */
  waitNotice: number;
  /**
   * Until a clicked button gets a label. A faster answer needs none, and would have to wait for the edit that shows it.
   */
  clickNotice: number;
  /** For showing a result on the upload's receipt. After that it becomes a separate answer. */
  receipt: number;
  /** For Slack to confirm a message. Long, because it is unknown whether an unconfirmed message is posted. */
  post: number;
  /** The same for a file. */
  file: number;
  /** For the store, until the readiness check reports it as down. */
  readiness: number;
  /** For a scrape's counts from the store. Prometheus waits ten seconds. */
  scrape: number;
  /** For one call of a health check to Slack or the service. */
  probe: number;
  /** For one health check. Longer than `probe`, so that it can report that its call failed. */
  check: number;
}

export const DEADLINES: Deadlines = {
  ack: 2000,
  authorization: 2000,
  connection: 5000,
  role: 1800,
  options: 2500,
  userGroups: 2000,
  groupNames: 500,
  nextForm: 1500,
  replaced: 1000,
  key: 2000,
  keyAck: 2600,
  hints: 1500,
  typingHints: 300,
  names: 1500,
  examineCode: 5000,
  runningCode: 10_000,
  compareCode: 500,
  waitNotice: 1500,
  clickNotice: 300,
  receipt: 3000,
  post: 30_000,
  file: 60_000,
  readiness: 2000,
  scrape: 2000,
  probe: 2000,
  check: 2500,
};
