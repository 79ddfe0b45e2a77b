import { useId } from 'preact/hooks';
import type { ChannelInfo } from '../../src/page-server/page-api.ts';
import { FileChip } from '../files/file-chip.tsx';
import { Icon } from '../shell/icon.tsx';
import { AttachButton } from './attach-button.tsx';
import { ComposerText } from './composer-text.tsx';
import { SampleMenu } from './sample-menu.tsx';
import { ShortcutMenu } from './shortcut-menu.tsx';
import { type Draft, useDraft } from './use-draft.ts';

/** The composer of a channel. Its draft belongs to the channel so that files can be dropped anywhere on it. */
export function Composer({ channel, threadTs }: { channel: ChannelInfo; threadTs: string | null }) {
  const draft = useDraft(channel, threadTs);
  return <ComposerBox channel={channel} threadTs={threadTs} draft={draft} />;
}

interface ComposerBoxProps {
  channel: ChannelInfo;
  threadTs: string | null;
  draft: Draft;
}

/** Enter sends, Shift+Enter inserts a line break. */
export function ComposerBox({ channel, threadTs, draft }: ComposerBoxProps) {
  const { text, files, failure, busy, send, detach } = draft;
  const helpId = useId();
  const isEmpty = text.trim() === '' && files.length === 0;
  const place = channel.kind === 'channel' ? `#${channel.name}` : channel.name;
  return (
    <form
      class="composer"
      aria-label={threadTs ? 'Write a reply' : `Write to ${place}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {failure && (
        <p class="failure composer-failure" role="alert">
          {failure}
          <button type="button" class="icon-button" aria-label="Hide this" onClick={draft.dismiss}>
            <Icon name="close" size={14} />
          </button>
        </p>
      )}
      <div class="composer-box">
        <ComposerText label={threadTs ? 'Reply…' : `Message ${place}`} helpId={helpId} draft={draft} />
        {files.length > 0 && (
          <div class="composer-files">
            {files.map((file, index) => (
              <FileChip key={`${file.name}-${index}`} file={file} onRemove={() => detach(file)} />
            ))}
          </div>
        )}
        <div class="composer-bar">
          <ShortcutMenu onChoose={draft.shortcut} />
          {!threadTs && <AttachButton onFiles={draft.attach} />}
          {!threadTs && <SampleMenu onChoose={draft.dropSample} />}
          <span class="composer-help" id={helpId}>
            <kbd>Enter</kbd> sends
            {text && (
              <>
                , <kbd>Shift</kbd> <kbd>Enter</kbd> starts a new line
              </>
            )}
          </span>
          <button type="submit" class="send" aria-label="Send" title="Send" disabled={isEmpty} aria-busy={busy}>
            <Icon name="send" size={18} />
          </button>
        </div>
      </div>
    </form>
  );
}
