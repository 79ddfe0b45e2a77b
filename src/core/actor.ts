/** Who asks for something. */
export interface Actor {
  /** As Slack numbers people. */
  userId: string;
}
