/** A local Slack workspace, or several with OAuth, for a real Bolt app, with drivers for its users. */

export {
  type ChannelRef,
  ClientRefusalError,
  type DeclaredShortcut,
  type Delivery,
  type Fault,
  type FaultRule,
  type FileDrop,
  type FormValues,
  type LocalSlack,
  type LocalSlackOptions,
  type Message,
  type Person,
  type PersonDriver,
  type PersonKind,
  startLocalSlack,
  type Transcript,
  type UserGroup,
  type View,
  type WireEntry,
} from './local-slack.ts';

// Several workspaces, with OAuth

export {
  type CloudWorkspace,
  type InstallChoice,
  type InstallResult,
  type LocalSlackCloud,
  type LocalSlackCloudOptions,
  type OAuthApp,
  startLocalSlackCloud,
} from './cloud/start-local-slack-cloud.ts';

// Parts for tests of network traffic

export { postPayload } from './delivery/post-payload.ts';
export { Wire } from './gateway/wire.ts';
export { readObject } from './json.ts';
export { teamId } from './state/workspace-seed.ts';
