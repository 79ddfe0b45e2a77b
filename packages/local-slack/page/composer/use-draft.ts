import { useContext, useRef, useState } from 'preact/hooks';
import type { Action, ChannelInfo } from '../../src/page-server/page-api.ts';
import type { DroppedFile } from '../files/dropped-file.ts';
import { readFile } from '../files/read-file.ts';
import { useSession } from '../session/session.ts';
import { readComposer, type Said } from './complete-command.ts';
import { OfferContext } from './offer-context.ts';

/** Slack's limit for one message. */
const MAX_FILES = 10;

/** The draft and how to send it. A draft that fails to send is kept. */
export function useDraft(channel: ChannelInfo, threadTs: string | null) {
  const { act, viewerId } = useSession();
  const { app } = useContext(OfferContext);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef<Promise<unknown>>(Promise.resolve());
  const place = { person: viewerId, channelId: channel.id };

  /** After earlier messages, so that Enter works while one is still being sent. */
  const perform = async (action: Action) => {
    setBusy(true);
    setFailure(null);
    const turn = latest.current.then(() => act(action));
    latest.current = turn;
    const answer = await turn;
    if (latest.current === turn) setBusy(false);
    if (!answer.ok) setFailure(answer.sentence);
    return answer.ok;
  };

  const actionFor = (said: Exclude<Said, { kind: 'refused' }>): Action => {
    switch (said.kind) {
      case 'command':
        return { do: 'command', ...place, text: said.text };
      case 'invitation':
        return { do: 'invite', ...place };
      case 'message':
        return { do: 'say', ...place, threadTs, text: said.text };
    }
  };

  const send = async () => {
    if (text.trim() === '' && files.length === 0) return;
    if (files.length > 0) {
      const before = { text, files };
      setText('');
      setFiles([]);
      if (await perform({ do: 'drop', ...place, files: [...files], comment: text.trim() })) return;
      setText(before.text);
      setFiles(before.files);
      return;
    }
    const said = readComposer(text, threadTs !== null, app);
    if (said.kind === 'refused') return setFailure(said.sentence);
    setText('');
    const sent = await perform(actionFor(said));
    // Unless something else was typed in the meantime.
    if (!sent) setText((now) => now || text);
  };

  const attach = async (list: FileList | null | undefined) => {
    try {
      const added = await Promise.all([...(list ?? [])].map(readFile));
      setFailure(
        files.length + added.length > MAX_FILES ? `You can attach at most ${MAX_FILES} files to a message.` : null,
      );
      setFiles((before) => [...before, ...added].slice(0, MAX_FILES));
    } catch {
      setFailure('The browser could not read that file. Zip folders first.');
    }
  };

  return {
    text,
    files,
    failure,
    busy,
    setText: (next: string) => {
      setText(next);
      setFailure(null);
    },
    send,
    attach,
    detach: (file: DroppedFile) => setFiles((before) => before.filter((other) => other !== file)),
    shortcut: (callbackId: string) => void perform({ do: 'shortcut', person: viewerId, callbackId }),
    dropSample: (sample: string) => void perform({ do: 'drop-sample', ...place, sample }),
    dismiss: () => setFailure(null),
  };
}

export type Draft = ReturnType<typeof useDraft>;
