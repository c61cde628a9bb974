import * as z from 'zod';
import type { SignUpRule } from '../../functions/src/contract/index.ts';
import { DOMAIN_GUARD } from '../deploy/publish.ts';
import { firebaseConsole, type Finding, later, mendable, missing, ok } from './finding.ts';
import { changeSignIn } from './mend.ts';

export const signUpSchema = z.object({
  subtype: z.string().optional(),
  client: z
    .object({
      permissions: z.object({ disabledUserSignup: z.boolean().default(false) }).optional(),
    })
    .optional(),
  blockingFunctions: z
    .object({
      triggers: z
        .object({ beforeCreate: z.object({ functionUri: z.string() }).optional() })
        .optional(),
    })
    .optional(),
});

/** Checks that Authentication itself enforces `VITE_SIGN_UP`: by its switch, or by asking our function. */
export function checkSignUp(
  { subtype, client, blockingFunctions }: z.infer<typeof signUpSchema>,
  project: string,
  rule: SignUpRule,
): Finding[] {
  const isOff = client?.permissions?.disabledUserSignup === true;
  const guard = blockingFunctions?.triggers?.beforeCreate?.functionUri ?? '';
  const isGuarded = guard.toLowerCase().includes(DOMAIN_GUARD.toLowerCase());
  const settings = firebaseConsole(project, 'authentication/settings');
  const setSwitch = (disabledUserSignup: boolean) =>
    changeSignIn(project, 'client.permissions.disabledUserSignup', {
      client: { permissions: { disabledUserSignup } },
    });
  if (rule === 'closed') {
    return [
      isOff
        ? ok('nobody can sign up (VITE_SIGN_UP=closed)')
        : mendable(
            missing(
              'anybody can sign up in spite of VITE_SIGN_UP=closed: User actions, “Enable create (sign-up)”, off',
              settings,
            ),
            setSwitch(true),
          ),
    ];
  }
  const findings: Finding[] = isOff
    ? [
        mendable(
          missing(
            'nobody can sign up in spite of VITE_SIGN_UP: User actions, “Enable create (sign-up)”, on',
            settings,
          ),
          setSwitch(false),
        ),
      ]
    : [];
  if (rule === 'open') {
    if (isGuarded) return [...findings, later('sign-up is open again after the deployment')];
    return isOff ? findings : [ok('everybody can sign up')];
  }
  if (subtype !== 'IDENTITY_PLATFORM') {
    return [
      ...findings,
      missing(
        'domains in VITE_SIGN_UP need Identity Platform, free up to 50 000 people a month: Blocking functions, “Upgrade”',
        settings,
      ),
    ];
  }
  const list = rule.join(', ');
  return [
    ...findings,
    isGuarded
      ? ok(
          `a function restricts sign-up to a list of domains; from the next deployment on: ${list}`,
        )
      : later(`only addresses at ${list} can sign up after the deployment; until then, anybody`),
  ];
}
