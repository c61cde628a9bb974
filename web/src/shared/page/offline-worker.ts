/**
 * Registers the worker that shows the site's frame offline. Browsers look for a new version on every page
 * load.
 */
export function registerOfflineWorker(): void {
  // `serviceWorker` is missing on insecure addresses and in some private windows. Browsers log a failed
  // registration.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (import.meta.env.VITE_OFFLINE_PAGE !== 'off') void serviceWorker?.register('/sw.js');
}
