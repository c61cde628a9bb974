/** The codes of a `MediaError` that say more than that it does not work. */
const NETWORK = 2;
const DECODE = 3;

/**
 * Why an episode is not heard, for its listener. A browser does not tell what a host answered, nor
 * whether it answered.
 */
export function failureText(code: number, isOnline: boolean): string {
  if (!isOnline) return 'You are offline. Try again when you are connected.';
  if (code === NETWORK) return 'The connection to the publisher’s server broke off.';
  if (code === DECODE) return 'This audio file is damaged, or your browser cannot play it.';
  return 'The publisher’s server does not give out this audio: it may have been moved or removed.';
}
