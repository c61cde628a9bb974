/** The surface of a part of a member's page. */
export const CARD =
  'rounded-2xl border border-line bg-surface p-3 shadow-card outline-none sm:rounded-3xl sm:p-7';
