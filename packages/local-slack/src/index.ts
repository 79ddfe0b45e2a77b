export {
  type CloudWorkspace,
  type InstallChoice,
  type InstallResult,
  type LocalSlackCloud,
  type LocalSlackCloudOptions,
  type OAuthApp,
  startLocalSlackCloud,
} from './cloud/start-local-slack-cloud.ts';
export type { Fault } from './faults.ts';
export { readObject } from './json.ts';
export {
  type ChannelRef,
  ClientRefusalError,
  type DeclaredShortcut,
  type Delivery,
  type FileDrop,
  type FormValues,
  type LocalSlack,
  type LocalSlackOptions,
  type Message,
  type Person,
  type PersonDriver,
  startLocalSlack,
  type Transcript,
  type UserGroup,
  type View,
  type WireEntry,
} from './local-slack.ts';
export type { PersonKind } from './people.ts';
export { postPayload } from './post-payload.ts';
export { Wire } from './wire.ts';
export { teamId } from './workspace-seed.ts';
