/** A setting of the build, which has checked it (web/build/check-settings.ts); empty counts as unset. */
function setting(name: string, byDefault: string): string {
  const value: unknown = import.meta.env[name];
  return typeof value === 'string' && value !== '' ? value : byDefault;
}

/** What someone else who deploys the site as theirs would change; set when the site is built. */
export const site = {
  name: setting('VITE_SITE_NAME', 'Earshot'),
  /** Public address, without a slash at the end. */
  url: setting('VITE_SITE_URL', 'http://localhost:5050').replace(/\/$/, ''),
  supportEmail: setting('VITE_SUPPORT_EMAIL', 'support@earshot.example'),
  /** False in a local run without the emulators that accounts need. */
  hasAccounts: setting('VITE_ACCOUNTS', 'on') === 'on',
  /** Whether this build was made for the local emulators. */
  isLocal: setting('VITE_EMULATORS', '') !== '',
  /** Site key of reCAPTCHA Enterprise; empty where searches need not prove where they come from. */
  appCheckSiteKey: setting('VITE_APP_CHECK_SITE_KEY', ''),
  /** Where the functions run that signed-in people call. */
  functionsRegion: setting('VITE_FUNCTIONS_REGION', 'us-central1'),
  /** Search calls go to `{backend}/search`. */
  backend: setting('VITE_SEARCH_BACKEND', '/api').replace(/\/$/, ''),
};
