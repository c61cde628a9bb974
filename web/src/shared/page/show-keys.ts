/** This event opens the list of keyboard shortcuts; `page-keys.tsx` listens for it. */
export const SHOW_KEYS = 'show-keys';

/** A cancelable event with a pressed letter as its `detail`, for parts of a page that have keys. */
export const PAGE_KEY = 'page-key';
