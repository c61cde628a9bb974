import * as z from 'zod/mini';

const siteSchema = z.object({
  VITE_SITE_NAME: z._default(z.string().check(z.minLength(1)), 'Earshot'),
  VITE_SITE_URL: z._default(z.url(), 'http://localhost:5050'),
  VITE_SUPPORT_EMAIL: z._default(z.email(), 'support@earshot.example'),
  VITE_ACCOUNTS: z._default(z.enum(['on', 'off']), 'on'),
  VITE_SEARCH_BACKEND: z._default(z.string().check(z.regex(/^(\/|https?:\/\/)/)), '/api'),
});

const environment = siteSchema.parse(import.meta.env);

/** What someone else who deploys the site as theirs would change; set when the site is built. */
export const site = {
  name: environment.VITE_SITE_NAME,
  /** Public address, without a slash at the end. */
  url: environment.VITE_SITE_URL.replace(/\/$/, ''),
  supportEmail: environment.VITE_SUPPORT_EMAIL,
  /** False in a local run without the emulators that accounts need. */
  hasAccounts: environment.VITE_ACCOUNTS === 'on',
  /** Search calls go to `{backend}/search`. */
  backend: environment.VITE_SEARCH_BACKEND.replace(/\/$/, ''),
};
