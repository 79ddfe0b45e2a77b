import * as z from 'zod';

/** Null if Slack sends no name or a blank one, as for hidden files and those of other workspaces. */
export const FileName = z
  .string()
  .nullish()
  .transform((name) => (name?.trim() ? name : null));

/** Used if Slack sends no name. */
export const NAMELESS_FILE = 'the file';

/** The name at the start of a sentence. */
export const startWithName = (name: string): string => (name === NAMELESS_FILE ? 'The file' : name);
