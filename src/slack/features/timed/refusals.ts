import { idsLine } from '../../../core/features/timed/line.ts';
import type { TimedRefusal } from '../../../core/features/timed/timed.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { code, foreign } from '../../blocks/kit.ts';
import type { RefusalTexts } from '../../feature.ts';

const quietLine = (agent: string | null, time: string | undefined): string =>
  ['quiet', agent, time].filter(Boolean).join(' ');

export const timedRefusals: RefusalTexts<TimedRefusal['why']> = {
  'time-passed': {
    sentence: () => 'That time has passed, so nothing changed. Try `until 9:00` or `tomorrow at 9:00`.',
  },
  'time-too-far': {
    sentence: () =>
      'That time is more than a year away, so nothing changed. Try an earlier one, such as `tomorrow at 9:00`.',
  },
  'no-time-zone': {
    sentence: () =>
      "I don't know your time zone, so nothing changed. Set it in your Slack preferences under Language & Region, and try again.",
  },
  'bad-time': {
    sentence: ({ given, reason, wanted }) => {
      const time = `“${foreign(given, 60)}”`;
      const isName = 'If it is part of a name, put the name in quotes.';
      switch (reason) {
        case 'unreadable':
          return `I can't read ${time} as a time. Nothing changed. Try \`${wanted} News for 2h\`, \`until 9:00\` or \`at 18:00 tomorrow\`. ${isName}`;
        case 'too-long':
          return `${time} is too long: a duration can be at most 30 days. Nothing changed. To plan further ahead, give a date. ${isName}`;
        case 'too-short':
          return `${time} is too short: a duration must be at least one minute. Nothing changed. ${isName}`;
        case 'same-times':
          return `${time} starts and ends at the same time. Nothing changed. Try \`${wanted} News every day 8:00-18:00\`. ${isName}`;
      }
    },
  },
  'timed-all': {
    sentence: ({ agent, time, wanted }) => {
      if (wanted === 'enable') return "Plans can't enable everything. Nothing changed. Name the Abilities instead.";
      const instead = time === undefined ? 'use quiet' : `use ${code(quietLine(agent, time))}`;
      return `Plans can't disable everything. Nothing changed. To disable everything for a while, ${instead}.`;
    },
    next: ({ agent, time, wanted }) =>
      actions(
        wanted === 'disable'
          ? button('Quiet…', agent === null ? { do: 'quiet choose:', asks: true } : { do: quietLine(agent, time) })
          : null,
        allAbilities(),
      ),
  },
  'timed-needs-approval': {
    sentence: ({ ids }) =>
      `Disabling needs another admin's approval here, so it can't end at a set time. Nothing changed. You can ask for approval to disable the ${ids.length === 1 ? 'Ability' : 'Abilities'} without an end time.`,
    next: ({ ids }) => actions(button('Disable…', { do: `disable ${idsLine(ids)}` }), allAbilities()),
  },
  'plan-ends-quiet': {
    sentence: () =>
      "That planned change ends quiet, so it can't be canceled. To end quiet now, click *Resume*. To change when it ends, click *Quiet…*.",
    next: ({ id }) =>
      actions(button('Resume', { do: `resume ${id}` }), button('Quiet…', { do: 'quiet choose:', asks: true })),
  },
  'plan-of-nothing': {
    sentence: () => "None of this plan's Abilities is installed anymore. You can cancel the plan.",
    next: ({ id }) => actions(button('Cancel plan', { do: `cancel ${id}` }), allAbilities()),
  },
  'already-planned': {
    sentence: () => 'The same change is already planned, so nothing changed.',
    next: () => actions(button('Planned changes', { do: 'scheduled' }), allAbilities()),
  },
  'plan-went-on': {
    sentence: () =>
      "This plan's next change is now a different one, so nothing changed. To see it, click *Planned changes*.",
    next: () => actions(button('Planned changes', { do: 'scheduled' }), allAbilities()),
  },
  'no-such-schedule': {
    sentence: () => 'That planned change has already happened or was canceled.',
    next: () => actions(button('Planned changes', { do: 'scheduled' }), allAbilities()),
  },
};
