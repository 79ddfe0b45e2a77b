import { createContext } from 'preact';

/** The level of header blocks: one below the heading of what they are in. */
export const HeadingLevel = createContext<'h2' | 'h3'>('h2');
