import type * as z from 'zod';

export interface Problem {
  /** Slack's error code for the whole call. */
  code: 'invalid_blocks' | 'msg_blocks_too_long' | 'no_text' | 'invalid_arguments' | 'view_too_large';
  /** JSON pointer: `/blocks/2/accessory/text/text`. */
  path: string;
  message: string;
}

/** Converts zod issues into problems, one per position. */
export function toProblems(error: z.ZodError, code: Problem['code']): Problem[] {
  return error.issues.map((issue) => ({
    code,
    path: issue.path.map((step) => `/${String(step)}`).join(''),
    message: issue.message,
  }));
}
