/** A build setting, validated by web/build/check-settings.ts. '' is treated as unset. */
function setting(name: string, byDefault: string): string {
  const value: unknown = import.meta.env[name];
  return typeof value === 'string' && value !== '' ? value : byDefault;
}

/** Fixed when the site is built. */
export const site = {
  name: setting('VITE_SITE_NAME', 'Earshot'),
  /** Public URL without a trailing slash. */
  url: setting('VITE_SITE_URL', 'http://localhost:5050').replace(/\/$/, ''),
  supportEmail: setting('VITE_SUPPORT_EMAIL', 'support@earshot.example'),
  /** False in a local run without Java, which the emulators of accounts need. */
  hasAccounts: setting('VITE_ACCOUNTS', 'on') === 'on',
  isLocal: setting('VITE_EMULATORS', '') !== '',
  functionsRegion: setting('VITE_FUNCTIONS_REGION', 'us-central1'),
  /** Base URL of the search backend; requests go to `{backend}/search`. */
  backend: setting('VITE_SEARCH_BACKEND', '/api').replace(/\/$/, ''),
};
