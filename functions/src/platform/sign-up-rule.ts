import { maySignUp, readSignUpRule, type SignUpRule } from '../contract/index.ts';
import { processEnvironment } from './environment.ts';

/** Used at deployment, too. Never throws: an invalid setting closes sign-up. */
export function signUpRule(environment = processEnvironment()): SignUpRule {
  return readSignUpRule(environment['SIGN_UP'] ?? '') ?? 'closed';
}

interface Account {
  email?: string | undefined;
  emailVerified: boolean;
}

/**
 * True if the account's address is verified and, with a list of domains, at one of them: an account can change its
 * address after the sign-up, which nobody asks the function about.
 */
export function isVerified({ email = '', emailVerified }: Account, rule = signUpRule()): boolean {
  const isListed = rule === 'open' || rule === 'closed' || maySignUp(rule, email);
  return emailVerified && isListed;
}
