import type { Workspace } from '../state/workspace.ts';
import { type HandleOptions, makeHandle } from '../workspace-handle.ts';
import type { CloudWorkspace } from './local-slack-cloud.ts';
import { type UninstallTools, uninstallApp } from './uninstall-app.ts';

/** The handle of one workspace of several, for tests. */
export function makeCloudWorkspace(
  slack: Workspace,
  tools: UninstallTools,
  options: Omit<HandleOptions, 'botToken'> & Pick<CloudWorkspace, 'useHttp'>,
): CloudWorkspace {
  const { team } = slack;
  const botToken = () => {
    const installed = tools.installations.of(team);
    if (!installed) throw new Error(`The app is not installed in ${team.name}, so it has no token there.`);
    return installed.token;
  };
  return Object.assign(makeHandle(slack, { ...options, botToken }), {
    team,
    useHttp: options.useHttp,
    isInstalled: () => tools.installations.of(team) !== null,
    uninstall: () => uninstallApp(tools, slack),
  });
}
