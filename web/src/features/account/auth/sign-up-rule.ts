import { maySignUp, readSignUpRule, type SignUpRule } from 'functions/contract';
import { site } from '#shared/site.ts';

/** Not in `site`, which every page loads. web/build/check-settings.ts has checked the setting. */
const setting: unknown = import.meta.env['VITE_SIGN_UP'];

export const SIGN_UP_RULE = readSignUpRule(typeof setting === 'string' ? setting : '') ?? 'closed';

/** Says who may sign up; null if everybody may. */
export function signUpRuleText(rule: SignUpRule = SIGN_UP_RULE): string | null {
  if (rule === 'open') return null;
  if (rule === 'closed') {
    return `New accounts are by invitation only. To ask for one, write to ${site.supportEmail}.`;
  }
  const last = rule.at(-1) ?? '';
  const list = rule.length === 1 ? last : `${rule.slice(0, -1).join(', ')} or ${last}`;
  return `Only email addresses at ${list} can sign up.`;
}

/** Returns the message for an address that the server would refuse, otherwise null. */
export function emailProblem(email: string, rule: SignUpRule = SIGN_UP_RULE): string | null {
  return maySignUp(rule, email) ? null : signUpRuleText(rule);
}
