import { good, unknown } from '../core/finding.ts';
import type { VitalSigns } from '../metrics/vitals.ts';
import { ageWords } from './ages.ts';
import type { Check } from './check.ts';

/** When Slack last sent something to this process. Silence alone is not bad: at night nobody asks. */
export const checkLastEvent = (read: () => Pick<VitalSigns, 'lastEventAge'>): Check => ({
  subject: 'Last event',
  fixWithoutAnswer: 'Restart the bot.',
  look: () => {
    const { lastEventAge } = read();
    return lastEventAge === null
      ? unknown('Slack has sent nothing to this process yet.')
      : good(`Slack sent it ${ageWords(lastEventAge)} ago.`);
  },
});
