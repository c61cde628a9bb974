import {
  readSignUpRule,
  SIGN_UP_RULE_MESSAGE,
} from '../../functions/src/contract/people/sign-up.ts';
import * as z from 'zod/mini';

const unset = z.literal('');

const settingsSchema = z.object({
  VITE_SITE_NAME: z.optional(z.string()),
  VITE_SITE_URL: z.optional(z.union([unset, z.url({ protocol: /^https?$/ })])),
  VITE_SUPPORT_EMAIL: z.optional(z.union([unset, z.email()])),
  VITE_ACCOUNTS: z.optional(z.enum(['', 'on', 'off'])),
  VITE_SIGN_UP: z.optional(
    z.string().check(z.refine((text) => readSignUpRule(text) !== null, SIGN_UP_RULE_MESSAGE)),
  ),
  VITE_OFFLINE_PAGE: z.optional(z.enum(['', 'on', 'off'])),
  VITE_FUNCTIONS_REGION: z.optional(z.string().check(z.regex(/^($|[a-z]+-[a-z]+\d+$)/))),
  VITE_SEARCH_BACKEND: z.optional(z.string().check(z.regex(/^($|\/|https?:\/\/)/))),
});

/** Throws an Error that lists invalid settings. Unset and empty settings are valid: `site` has defaults. */
export function checkSettings(environment: Record<string, string>): void {
  const { error } = settingsSchema.safeParse(environment);
  if (error) throw new Error(`The site's settings are not right:\n${z.prettifyError(error)}`);
}
