import { type FunctionsErrorCode, HttpsError } from 'firebase-functions/v2/https';
import {
  type ApiErrorCode,
  preferencesSchema,
  readAlert,
  type SearchRequest,
  withMillis,
} from '../../contract/index.ts';
import { previewLinks } from '../../delivery/mail/digest/digest-links.ts';
import { AppError } from '../../platform/app-error.ts';
import { siteIdentity } from '../../platform/config.ts';
import { database } from '../../platform/firebase-admin.ts';
import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { requireAllowed } from '../../search/limits/search-allowance.ts';
import { sharedSearchService } from '../../search/search-service.ts';
import { previewDigest as preview } from './preview-digest.ts';

const CODES: Partial<Record<ApiErrorCode, FunctionsErrorCode>> = {
  'rate-limited': 'resource-exhausted',
  'upstream-failed': 'unavailable',
  'upstream-unavailable': 'unavailable',
  'upstream-timeout': 'deadline-exceeded',
};

/** Sends and stores nothing. */
export const previewDigest: MemberWork<'previewDigest'> = async ({ uid, body, rawRequest }) => {
  const { alertId } = body;
  const person = (await database()).doc(`users/${uid}`);
  const [document, preferences] = await Promise.all([
    person.collection('alerts').doc(alertId).get(),
    person.get(),
  ]);
  const alert = readAlert(alertId, document.data() ?? {});
  if (alert === null) throw new HttpsError('not-found', 'there is no such alert');
  const { search, callOf, followedBy } = sharedSearchService();
  const { client, allow } = callOf(rawRequest, uid);
  try {
    const answer = await preview({
      alert,
      preferences: preferencesSchema.parse(withMillis(preferences.data() ?? {})),
      links: previewLinks(siteIdentity()),
      search: async (request: SearchRequest) => {
        requireAllowed(await allow(request.keywords));
        const caller = { client, followed: await followedBy(uid) };
        return (await search(request, caller)).response;
      },
      nowMs: Date.now(),
    });
    log('info', 'digest-previewed', { days: answer.days, empty: answer.mail === null });
    return answer;
  } catch (error) {
    const code = error instanceof AppError ? CODES[error.code] : undefined;
    if (code === undefined) throw error;
    log('info', 'digest-preview-refused', { code });
    throw new HttpsError(code, 'the preview cannot be made now');
  }
};
