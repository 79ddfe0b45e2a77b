import { bad, good } from '../core/finding.ts';
import type { VitalSigns } from '../metrics/vitals.ts';
import { ageWords } from './ages.ts';
import type { Check } from './check.ts';

/** Since when the socket is there. Slack replaces it every few hours. */
export const checkSocket = (read: () => Pick<VitalSigns, 'connection'>): Check => ({
  subject: 'Socket',
  fixWithoutAnswer: 'Restart the bot.',
  look: () => {
    const { connection } = read();
    if (connection === null) return good('Over HTTP there is none.');
    const age = connection.age === null ? '' : ` for ${ageWords(connection.age)}`;
    if (connection.isConnected) return good(`It has been there${age}.`);
    return bad(
      `It has been away${age}.`,
      'The bot tries again by itself. Check SLACK_APP_TOKEN and the network of its machine; if it stays away, restart the bot.',
    );
  },
});
