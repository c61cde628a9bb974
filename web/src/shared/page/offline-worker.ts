/** Registers the worker that opens the frame offline; browsers ask for a new one whenever they open a page. */
export function registerOfflineWorker(): void {
  // Missing on insecure addresses, and in some private windows. Browsers log a registration that fails.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (import.meta.env.VITE_OFFLINE_PAGE !== 'off') void serviceWorker?.register('/sw.js');
}
