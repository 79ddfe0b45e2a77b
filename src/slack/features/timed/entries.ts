import type { AuditEnd } from '../../../store/audit-record.ts';
import { dayAt, foreign } from '../../blocks/kit.ts';
import type { EntryText } from '../../feature.ts';

/** The core's text for a plan in an audit entry: `planned for …`, `disabled until …`. */
const PLANNED = /^(?:(?:enabled|disabled) )?(planned for|until) (\S+Z)(?:, (every .+))?$/;

/** Null if the text isn't a plan. `every`: empty for a one-time plan. */
function readPlanned(text: string | null): { isLater: boolean; at: string; every: string } | null {
  const [, how, time = '', every = ''] = PLANNED.exec(text ?? '') ?? [];
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? null : { isLater: how !== 'until', at: dayAt(at), every: foreign(every) };
}

/** The audit log's text for a switch, now or planned. */
export const switchEntry = (verb: 'enable' | 'disable'): EntryText => ({
  done: (names, { after, before, targets }) => {
    const plan = readPlanned(after);
    if (!plan) return `${verb}d ${names}`;
    const { at, every, isLater } = plan;
    const when = isLater ? (every === '' ? at : `${every}, first ${at}`) : `until ${at}`;
    if (!readPlanned(before)) return isLater ? `planned to ${verb} ${names} ${when}` : `${verb}d ${names} ${when}`;
    const it = targets.length === 1 ? 'it' : 'them';
    return `changed the plan for ${names}${isLater ? ` to ${verb}` : `, and ${verb}d`} ${it} ${when}`;
  },
});

/** The audit log's text for a canceled plan. */
export const cancelEntry: EntryText = {
  done: (names, { before }: Pick<AuditEnd, 'before'>) => {
    const plan = readPlanned(before);
    if (!plan) return `canceled the plan for ${names}`;
    const { at, every } = plan;
    return every === ''
      ? `canceled the plan for ${names}, due ${at}`
      : `canceled the plan for ${names} ${every}, next due ${at}`;
  },
  attempt: (names) => `cancel the plan for ${names}`,
  attemptAlone: 'cancel a planned change',
};
