import { renderText } from '../block-kit/render-text.ts';
import type { Wire } from '../gateway/wire.ts';
import type { Transcript } from '../state/transcript.ts';

export interface WaitOptions {
  /** The test's own deadline; without one the wait ends only with the local Slack. */
  signal?: AbortSignal | undefined;
}

/**
 * Resolves with the first value that `look` finds. Looks immediately, after each change of the transcript, after each
 * exchange on the wire, and periodically, for a `look` that depends on something external. Rejects, with a dump of the
 * workspace, if a signal aborts first.
 */
export function waitFor<T>(
  transcript: Transcript,
  wire: Wire,
  look: () => T | undefined | null | false,
  signals: readonly AbortSignal[],
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      for (const stop of stops) stop();
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = () => end(() => reject(new Error(`Timed out waiting. ${describeTranscript(transcript)}`)));
    const attempt = () => {
      try {
        const found = look();
        if (found !== undefined && found !== null && found !== false) end(() => resolve(found));
      } catch (error) {
        end(() => reject(error));
      }
    };
    const stops = [transcript.onChange(attempt), wire.listen(attempt), lookAgain(attempt)];
    for (const signal of signals) signal.addEventListener('abort', onAbort);
    if (signals.some(({ aborted }) => aborted)) onAbort();
    else attempt();
  });
}

function lookAgain(attempt: () => void): () => void {
  const timer = setInterval(attempt, 50);
  return () => clearInterval(timer);
}

/** The whole workspace as text, for failed tests. */
function describeTranscript({ messages, views, deliveries }: Transcript): string {
  const lines = [
    ...messages.map(({ ephemeralFor, deleted, edits, ...message }) => {
      const marks = [ephemeralFor && `only for ${ephemeralFor}`, edits > 0 && `${edits} edits`, deleted && 'deleted'];
      return `Message ${[message.ts, ...marks].filter(Boolean).join(', ')}\n${renderText(message)}`;
    }),
    ...views.map(
      (view) => `View ${view.id}${view.open ? '' : ', closed'}\n${renderText({ ...view, ...view.definition })}`,
    ),
    ...deliveries.filter(({ error }) => error).map(({ kind, error }) => `Failed ${kind}: ${error}`),
  ];
  return lines.length === 0 ? 'The workspace is empty.' : `The workspace has:\n${lines.join('\n\n')}`;
}
