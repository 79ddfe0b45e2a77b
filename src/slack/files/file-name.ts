import * as z from 'zod';

/** A file's name. Null if Slack gives none or a blank one, as for hidden files and those of other workspaces. */
export const FileName = z
  .string()
  .nullish()
  .transform((name) => (name?.trim() ? name : null));

/** Stands for a name that Slack does not give. */
export const NAMELESS_FILE = 'the file';

/** A file's name where a sentence starts. */
export const startWithName = (name: string): string => (name === NAMELESS_FILE ? 'The file' : name);
