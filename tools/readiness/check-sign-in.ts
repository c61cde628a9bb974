import * as z from 'zod';
import type { SignUpRule } from '../../functions/src/contract/index.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import { firebaseConsole, type Finding, mendable, missing, ok, unseen } from './finding.ts';
import { changeSignIn } from './mend.ts';
import { checkSignUp, signUpSchema } from './check-sign-up.ts';
import { checkVerificationMail, sendEmailSchema } from './check-verification-mail.ts';

const authSchema = signUpSchema.extend({
  signIn: z
    .object({ email: z.object({ enabled: z.boolean().default(false) }).optional() })
    .optional(),
  emailPrivacyConfig: z
    .object({ enableImprovedEmailPrivacy: z.boolean().default(false) })
    .optional(),
  authorizedDomains: z.array(z.string()).default([]),
  notification: z.object({ sendEmail: sendEmailSchema.optional() }).optional(),
});

export async function checkSignIn(
  google: GoogleApi,
  project: string,
  siteUrl: string,
  rule: SignUpRule,
): Promise<Finding[]> {
  const { status, body } = await google.ask(
    'identity',
    'GET',
    `/admin/v2/projects/${project}/config`,
  );
  if (status === 404) {
    return [missing('Authentication is off', firebaseConsole(project, 'authentication'))];
  }
  const config = authSchema.safeParse(body).data;
  if (status !== 200 || config === undefined) {
    return [unseen('Authentication', status)];
  }
  const { hostname } = new URL(siteUrl);
  const providers = firebaseConsole(project, 'authentication/providers');
  const settings = firebaseConsole(project, 'authentication/settings');
  return [
    config.signIn?.email?.enabled
      ? ok('people can sign in with email and password')
      : mendable(
          missing('signing in with email and password is off', providers),
          changeSignIn(project, 'signIn.email', {
            signIn: { email: { enabled: true, passwordRequired: true } },
          }),
        ),
    config.emailPrivacyConfig?.enableImprovedEmailPrivacy
      ? ok('nobody can ask which addresses have accounts')
      : mendable(
          missing('email enumeration protection is off', settings),
          changeSignIn(project, 'emailPrivacyConfig', {
            emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
          }),
        ),
    config.authorizedDomains.includes(hostname)
      ? ok(`people can sign in at ${hostname}`)
      : mendable(
          missing(`${hostname} is no authorised domain of Authentication`, settings),
          changeSignIn(project, 'authorizedDomains', {
            authorizedDomains: [...config.authorizedDomains, hostname],
          }),
        ),
    ...(await checkGoogle(google, project, siteUrl)),
    ...checkSignUp(config, project, rule),
    ...checkVerificationMail(config.notification?.sendEmail, project, siteUrl),
  ];
}

const providerSchema = z.object({
  enabled: z.boolean().default(false),
  clientId: z.string().default(''),
});

async function checkGoogle(
  google: GoogleApi,
  project: string,
  siteUrl: string,
): Promise<Finding[]> {
  const path = `/admin/v2/projects/${project}/defaultSupportedIdpConfigs/google.com`;
  const { status, body } = await google.ask('identity', 'GET', path);
  if (status !== 200 && status !== 404) return [unseen('signing in with Google', status)];
  const provider = status === 404 ? undefined : providerSchema.safeParse(body).data;
  if (!provider?.enabled) {
    const page = firebaseConsole(project, 'authentication/providers');
    return [
      missing('signing in with Google is off: add the provider Google and switch it on', page),
    ];
  }
  return [
    ok('people can sign in with Google'),
    await checkRedirect(google, project, provider.clientId, siteUrl),
  ];
}

const MISMATCH = 'redirect_uri_mismatch';

/**
 * No API lists the redirect addresses of a web client, so this begins to sign in, as a browser does. Google redirects
 * to its page of errors, whose address has the reason in base64, or to its sign-in.
 */
async function checkRedirect(
  { visit }: GoogleApi,
  project: string,
  clientId: string,
  siteUrl: string,
): Promise<Finding> {
  const uri = new URL('/__/auth/handler', siteUrl).href;
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: uri,
    response_type: 'code',
    scope: 'email',
  });
  const address = `https://accounts.google.com/o/oauth2/v2/auth?${query}`;
  const page = await visit(address).catch(() => null);
  const reason = /[?&]authError=([^&]*)/.exec(page?.location ?? '')?.[1] ?? '';
  const decoded = Buffer.from(reason.replaceAll('%3D', '='), 'base64').toString();
  if (`${page?.text} ${decoded}`.includes(MISMATCH)) {
    return missing(
      `signing in with Google ends with ${MISMATCH}: add ${uri} to “Authorized redirect URIs”`,
      `https://console.cloud.google.com/apis/credentials/oauthclient/${clientId}?project=${project}`,
    );
  }
  const leadsOn = reason === '' && /signin|ServiceLogin/i.test(page?.location ?? '');
  if (leadsOn) return ok(`Google knows ${uri}`);
  return unseen(`whether Google knows ${uri}`, page?.status ?? 'no response');
}
