import * as z from 'zod';

/** Spellings of a boolean that clients use (service notes, endpoint 1). */
export const LooseBoolean = z
  .literal([true, 'true', 'True', '1', false, 'false', 'False', '0', ''], 'must be true or false.')
  .transform((value) => value === true || ['true', 'True', '1'].includes(String(value)));
