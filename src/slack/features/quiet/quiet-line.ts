import type { types } from '@slack/bolt';
import type { Quiet } from '../../../store/quiet-record.ts';
import { countAbilities } from '../../blocks/ability.ts';
import { button } from '../../blocks/buttons.ts';
import { plain, section } from '../../blocks/kit.ts';
import { byWhom } from '../../blocks/mentions.ts';
import { quietWords } from './quiet-words.ts';

interface QuietLine {
  /** When the account was read; null if it couldn't be. */
  readAt: Date | null;
  /** The only reader, addressed as “you”; null if others may read it too. */
  reader: string | null;
  /** The command line that redraws the view; absent for Home. */
  redraw?: string;
}

/** One line about the current quiet; empty if there is none. */
export function quietBlocks(quiets: readonly Quiet[], { readAt, reader, redraw }: QuietLine): types.SectionBlock[] {
  const [quiet, ...others] = quiets;
  if (!quiet) return [];
  const now = readAt ?? new Date(quiet.startedAt);
  const line = section(`${quietNow(quiet, now, reader)}${others.length > 0 ? ` (and ${others.length} more)` : ''}`);
  if (others.length === 0) return [{ ...line, accessory: button('Resume', { do: `resume ${quiet.id}`, redraw }) }];
  const confirm = {
    title: plain('Resume all?', 100),
    text: plain(`This ends all ${quiets.length} quiet periods and enables the Abilities that they disabled.`, 300),
    confirm: plain('Resume all', 30),
    deny: plain('Cancel', 30),
  };
  return [{ ...line, accessory: { ...button('Resume all…', { do: 'resume', redraw }), confirm } }];
}

function quietNow({ agent, endsAt, items, tries, userId }: Quiet, now: Date, reader: string | null): string {
  if (tries > 0) return `Quiet has ended, but ${countAbilities(items.length)} couldn't be enabled yet`;
  const isOver = endsAt !== null && endsAt < now.getTime();
  const words = quietWords({ agent, endsAt: endsAt === null ? null : new Date(endsAt) }, isOver ? 'was to be' : 'is');
  return `${words} · ${byWhom(userId, reader)} · ${countAbilities(items.length)}`;
}
