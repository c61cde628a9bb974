/** The event that opens the list of keys; `page-keys.tsx` listens for it. */
export const SHOW_KEYS = 'show-keys';
