/** Bytes. The content is not used, but the signature covers all of it. */
export const MAX_NOTIFICATION_BYTES = 1_000_000;
