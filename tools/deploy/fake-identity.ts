import { found, type Routes } from './fake-routes.ts';
import type { Page } from './google-api.ts';

type Json = Record<string, unknown>;

export interface FakeIdentity {
  /** Null while Authentication is off. */
  config: Json | null;
  /** The provider google.com. Null if it was never switched on. */
  google: Json | null;
  /** Redirect addresses of the provider's web client. */
  redirects: string[];
  /** What accounts.google.com answers, if not what `redirects` says. */
  page: Page | null;
}

/** What the steps in the Firebase console leave behind, before a domain is given to the emails. */
export function readyIdentity(): FakeIdentity {
  return {
    config: {
      signIn: { email: { enabled: true } },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      authorizedDomains: ['localhost', 'heard.test'],
      subtype: 'FIREBASE_AUTH',
      notification: {
        sendEmail: {
          method: 'DEFAULT',
          callbackUri: 'https://heard-test.firebaseapp.com/__/auth/action',
          verifyEmailTemplate: { senderLocalPart: 'noreply', subject: 'Verify your email' },
          dnsInfo: { customDomainState: 'NOT_STARTED' },
        },
      },
    },
    google: { enabled: true, clientId: '123-web.apps.googleusercontent.com' },
    redirects: ['https://heard.test/__/auth/handler'],
    page: null,
  };
}

export function identityRoutes(project: string, identity: FakeIdentity): Routes {
  const path = `/admin/v2/projects/${project}`;
  return {
    [`identity GET ${path}/config`]: () => found(identity.config),
    [`identity PATCH ${path}/config`]: ({ body, query }) => {
      const [field = ''] = (query.get('updateMask') ?? '').split('.');
      identity.config = { ...found(identity.config), [field]: body[field] };
      return identity.config;
    },
    [`identity GET ${path}/defaultSupportedIdpConfigs/google.com`]: () => found(identity.google),
  };
}

/** Answers like Google's page of consent, which redirects to its sign-in or to its page of errors. */
export function visitGoogle(address: string, { redirects, page }: FakeIdentity): Page {
  if (page !== null) return page;
  const uri = new URL(address).searchParams.get('redirect_uri') ?? '';
  const encoded = Buffer.from('\n\u0015redirect_uri_mismatch\u0012').toString('base64');
  const path = redirects.includes(uri)
    ? '/v3/signin/identifier?flowName=GeneralOAuthFlow'
    : `/signin/oauth/error?authError=${encodeURIComponent(encoded)}`;
  return { status: 302, location: `https://accounts.google.com${path}`, text: '' };
}
