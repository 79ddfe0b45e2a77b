import { Ability, Agent, InstalledAbility } from '@abilities-bot/service-api';
import type * as z from 'zod';

/** Rows as the service sends them, parsed by the contract. */

export const ability = (row: Partial<z.input<typeof Ability>> = {}): Ability =>
  Ability.parse({ id: 1, name: 'Weather', trigger_words: ['weather'], ...row });

export const installed = (row: Partial<z.input<typeof InstalledAbility>> = {}): InstalledAbility =>
  InstalledAbility.parse({ id: 901, name: 'Weather', enabled: true, trigger_words: ['weather'], ...row });

export const agent = (row: Partial<z.input<typeof Agent>> = {}): Agent => Agent.parse({ id: 1, name: 'Echo', ...row });
