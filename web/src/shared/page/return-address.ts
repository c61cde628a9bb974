import { keptText } from '#shared/text/kept-text.ts';

/** The page of this site (path and query) that a visitor wanted, until they have signed in in this tab. */
export const returnAddress = keptText('sessionStorage', 'return-address');
