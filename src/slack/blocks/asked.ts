/** Who asked, when, and under which number the log knows it. */
export interface Asked {
  userId: string;
  at: Date;
  ref: string;
}
