/**
 * How long to wait for Slack, the service or the store before answering a request without them, in milliseconds. One
 * object per process. Slack allows 3 seconds for an ack and for opening a form, and part of that has already passed.
 */
export interface Deadlines {
  /** Until a request with a response URL is acked even if its workspace has not been found. */
  ack: number;
  /** For a connection to the store, which authorizing a request requires. */
  authorization: number;
  /** For a connection to the store, for everything else. People still wait this long for an answer. */
  connection: number;
  /** For a person's role. Opening a form takes the rest of the 3 seconds. */
  role: number;
  /** For loading a select's options, which are sent in the ack. */
  options: number;
  /** For the user groups among a select's options. */
  userGroups: number;
  /** For the names of the user groups in the settings. */
  groupNames: number;
  /** For reads that decide which form to show next. They happen before the current form is acked. */
  nextForm: number;
  /** For the state of an Ability that is about to be replaced. It is read before the form is acked. */
  replaced: number;
  /** For checking an API key. It happens before the form that contains it is acked. */
  key: number;
  keyAck: number;
  /** For hints in a form, such as trigger words that are already in use. */
  hints: number;
  /** For the names missing from the audit log, which has only IDs for some targets. */
  names: number;
  /**
   * For `hints` while somebody types: they delay the next keystroke's update, and the line that describes the effect of
   * saving.
   */
  typingHints: number;
  /** For downloading the packages of several Abilities, to find out which code they run. */
  examineCode: number;
  /** For downloading the package of one Ability. */
  runningCode: number;
  /** For comparing two packages line by line, which blocks the event loop. */
  compareCode: number;
  /** For comparing an offered zip with the current code. After that, the upload's message shows the result. */
  offeredUpdate: number;
  /** Until a typed command gets a notice that it is still running. */
  waitNotice: number;
  /**
   * Until a clicked button is replaced by a progress label. A faster answer needs no label, and would have to wait for
   * that edit.
   */
  clickNotice: number;
  /** For showing a result on the upload's receipt. After that, the result is posted as a separate answer. */
  receipt: number;
  /** For Slack to confirm a message. Long, because an unconfirmed message may or may not have been posted. */
  post: number;
  /** Like `post`, for a file. */
  file: number;
  /** For the store. After that, the readiness check reports it as down. */
  readiness: number;
  /** For the counts that a metrics scrape reads from the store. Prometheus waits ten seconds. */
  scrape: number;
  /** For one call of a health check to Slack or the service. */
  probe: number;
  /** For one health check. Longer than `probe`, so that a check can report that its call timed out. */
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
  offeredUpdate: 15_000,
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
