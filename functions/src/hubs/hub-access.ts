import { config, siteIdentity } from '../platform/config.ts';
import { hasDatabase } from '../platform/environment.ts';
import { canAsk, type HubAccess } from './ask-hub.ts';

/** Null if hubs cannot reach this site, or if there is no database for subscriptions. */
export function hubAccess(): HubAccess | null {
  const siteUrl = knownSite();
  if (siteUrl === null || !hasDatabase()) return null;
  const { FUNCTIONS_EMULATOR: isLocal } = config();
  const access = { siteUrl, isLocal, asksAlways: isLocal };
  return canAsk(siteUrl, access) ? access : null;
}

function knownSite(): string | null {
  try {
    return siteIdentity().url;
  } catch {
    // A site without mail needs no address.
    return null;
  }
}
