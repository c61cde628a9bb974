/** This event opens the list of keyboard shortcuts; `page-keys.tsx` listens for it. */
export const SHOW_KEYS = 'show-keys';
