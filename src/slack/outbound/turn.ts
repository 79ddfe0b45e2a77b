import type { Priority } from './priority.ts';

/** How a call of Slack waits. */
export interface Turn {
  /** What is sent one after the other: what goes to one channel, one Home tab, one form. */
  lane: string;
  /** What Slack limits together: a method, or a method in one channel. */
  limit: string;
  priority: Priority;
}

/**
 * What waits, and with what. Slack counts posts for each channel, and everything else for each method and workspace.
 * Opening a form is not here: its trigger is over before anything was waited for. Who somebody is, is not here either:
 * whatever is not known at once means no.
 */
export function turnsOf(tenantId: string) {
  const turn = (lane: string, limit: string, priority: Priority): Turn => ({
    lane: `${tenantId} ${lane}`,
    limit: `${tenantId} ${limit}`,
    priority,
  });
  return {
    post: (channel: string, priority: Priority) => turn(channel, `chat.postMessage ${channel}`, priority),
    edit: (channel: string, priority: Priority) => turn(channel, 'chat.update', priority),
    postPrivately: (channel: string) => turn(channel, 'chat.postEphemeral', 'answer'),
    fillForm: (view: string) => turn(`form ${view}`, 'views.update', 'answer'),
    drawHome: (userId: string, priority: Priority) => turn(`home ${userId}`, 'views.publish', priority),
    readFile: (fileId: string) => turn(`file ${fileId}`, 'files.info', 'answer'),
    // Not in the lane of the channel's messages: a file may take long.
    sendFile: (channel: string) => turn(`files ${channel}`, 'files.uploadV2', 'answer'),
  };
}
