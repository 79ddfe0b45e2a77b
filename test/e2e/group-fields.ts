import type { PersonDriver, View } from '@abilities-bot/local-slack';
import type { House } from './start-house.ts';

/** Shows the fields for user groups in the settings. */
export async function showGroupFields(
  slack: Pick<House['slack'], 'nextView' | 'transcript'>,
  person: PersonDriver,
  form: View,
): Promise<View> {
  const after = slack.transcript.revision;
  await person.click(form, { text: 'Add user groups…' });
  return slack.nextView(({ id }) => id === form.id, { after });
}
