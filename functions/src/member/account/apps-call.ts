import { MAX_APPS } from '../../contract/index.ts';
import { findClient } from '../../accounts/app-client.ts';
import { type AppRequest, readAppRequest } from '../../accounts/app-request.ts';
import { allowApp, revokeApp } from '../../accounts/firestore-apps.ts';
import { isLoopbackHost } from '../../feeds/fetch/public-host.ts';
import { siteIdentity } from '../../platform/config.ts';
import { isEmulated } from '../../platform/environment.ts';
import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';

const DENIED = { error: 'access_denied', error_description: 'the person did not allow it' };

export const apps: MemberWork<'apps'> = async ({ uid, body }) => {
  if (body.action === 'revoke') {
    await revokeApp(uid, body.appId);
    log('info', 'app-revoked');
    return {};
  }
  const read = await readAppRequest(body.request, {
    siteUrl: siteIdentity().url,
    findClient: (id) => findClient(id, isEmulated()),
  });
  if (read.kind === 'refused') return read;
  const { request } = read;
  const { client, redirectUri, challenge, answer } = request;
  const host = hostOf(request);
  const { name, vouchedBy } = client;
  if (body.action === 'describe') {
    const { scopes } = request;
    return { kind: 'app', name, vouchedBy, host, scopes: [...scopes], back: answer(DENIED) };
  }
  const scopes = request.scopes.filter((scope) => body.scopes.includes(scope));
  if (scopes.length === 0) return refused('Choose at least one thing that the app may do.');
  const allowed = { clientId: client.id, name, host, redirectUri, challenge, scopes };
  const code = await allowApp(uid, allowed, Date.now());
  log('info', 'app-allowed', { refused: code === null });
  if (code !== null) return { kind: 'allowed', address: answer({ code }) };
  return refused(`You can connect ${MAX_APPS} apps. Disconnect one first, on your account page.`);
};

function refused(message: string) {
  return { kind: 'refused' as const, message };
}

/** Null for a program on the person's own device. */
function hostOf({ redirectUri }: AppRequest): string | null {
  const url = new URL(redirectUri);
  return url.protocol === 'https:' && !isLoopbackHost(url) ? url.host : null;
}
