import { Category } from '@abilities-bot/service-api';

const LABELS: Record<Category, string> = {
  skill: 'Skill',
  brain_skill: 'Brain skill',
  background_daemon: 'Background daemon',
  local: 'Local',
};

/** A category in plain words; one that this version does not know is shown as the service sends it. */
export function categoryLabel(category: string): string {
  const known = Category.safeParse(category);
  return known.success ? LABELS[known.data] : category;
}
