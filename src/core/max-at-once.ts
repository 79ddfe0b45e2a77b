/** As many Abilities as one form lets choose and one message can tell of. */
export const MAX_AT_ONCE = 50;
