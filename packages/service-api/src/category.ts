import * as z from 'zod';

/** The four categories that the service accepts (service interface, "Categories"). */
export const CATEGORIES = ['skill', 'brain_skill', 'background_daemon', 'local'] as const;
export const Category = z.enum(CATEGORIES);
export type Category = z.infer<typeof Category>;
