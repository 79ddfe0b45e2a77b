import { config } from 'zod';

// zod tests whether it may compile code, which the page's content security policy blocks and reports as an error. The
// test runs when the first schema is created, so this must be imported before any schema.
config({ jitless: true });
