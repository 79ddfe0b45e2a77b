import type { Person, View } from '@abilities-bot/local-slack';
import { HOME_MENU } from '../../src/slack/features/home/menu.ts';
import type { House } from './start-house.ts';

/** Chooses from the menu of a Home tab. */
export const chooseOnHome = ({ slack }: House, person: Person, home: View, option: string) =>
  slack.as(person).click(home, { actionId: HOME_MENU }, { option });
