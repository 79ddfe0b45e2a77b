import { config } from 'zod';

// zod tries whether it may compile code, which a page's content security policy forbids and reports as an error. It looks
// when the first schema is made: this has to be imported before any.
config({ jitless: true });
