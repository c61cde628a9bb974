/** Who may create an account: everybody, nobody, or who has an email address at one of these domains. */
export type SignUpRule = 'open' | 'closed' | readonly string[];

export const MAX_SIGN_UP_DOMAINS = 20;

/** The server's message for a refused sign-up. The identity service wraps it into an error of its own. */
export const SIGN_UP_REFUSED = 'sign-up-refused';

const DOMAIN = /^(?=.{4,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** Parses the setting `VITE_SIGN_UP`. '' means `open`. Returns null for anything else that is invalid. */
export function readSignUpRule(text: string): SignUpRule | null {
  const rule = text.trim().toLowerCase();
  if (rule === '' || rule === 'open') return 'open';
  if (rule === 'closed') return 'closed';
  const domains = rule.split(/[\s,]+/).filter(Boolean);
  const isValid =
    domains.length > 0 &&
    domains.length <= MAX_SIGN_UP_DOMAINS &&
    domains.every((domain) => DOMAIN.test(domain));
  return isValid ? [...new Set(domains)] : null;
}

export const SIGN_UP_RULE_MESSAGE = `must be open, closed or up to ${MAX_SIGN_UP_DOMAINS} domains separated by commas, such as example.com`;

/** A subdomain of a domain in the list does not count. */
export function maySignUp(rule: SignUpRule, email: string): boolean {
  if (rule === 'open') return true;
  if (rule === 'closed') return false;
  return rule.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
