import { readSignUpRule, type SignUpRule } from '../contract/index.ts';
import { processEnvironment } from './environment.ts';

/** Used at deployment, too. Never throws: an invalid setting closes sign-up. */
export function signUpRule(environment = processEnvironment()): SignUpRule {
  return readSignUpRule(environment['SIGN_UP'] ?? '') ?? 'closed';
}
