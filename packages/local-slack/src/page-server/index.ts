/** Shows a local Slack in the browser. */

export {
  type ActAnswer,
  Action,
  type ControlsInfo,
  type DirectionInfo,
  type PageState,
  type TroubleInfo,
} from './page-api.ts';
export type { PageControls, PageSamples, PageTroubles } from './page-parts.ts';
export { buildPage, type PageOptions, startPage } from './start-page.ts';
export type { PageServer } from './start-page-server.ts';
export { WireLog } from './wire-log.ts';
