import { type FunctionsErrorCode, HttpsError } from 'firebase-functions/v2/https';
import {
  type ApiErrorCode,
  type DigestPreview,
  digestPreviewRequestSchema,
  preferencesSchema,
  readAlert,
  type SearchRequest,
  searchResponseSchema,
  withMillis,
} from '../contract/index.ts';
import { previewLinks } from '../mail/digest/digest-links.ts';
import { AppError } from '../platform/app-error.ts';
import { siteIdentity } from '../platform/config.ts';
import { database } from '../platform/firebase-admin.ts';
import { log } from '../platform/log.ts';
import { memberCall } from '../platform/member-call.ts';
import { secretsOf } from '../platform/secrets.ts';
import { requireAllowed } from '../search/limits/search-call.ts';
import { openSearchService, type SearchService } from '../search/search-service.ts';
import { previewDigest as preview } from './preview-digest.ts';

let service: SearchService | undefined;

const CODES: Partial<Record<ApiErrorCode, FunctionsErrorCode>> = {
  'rate-limited': 'resource-exhausted',
  'upstream-failed': 'unavailable',
  'upstream-unavailable': 'unavailable',
  'upstream-timeout': 'deadline-exceeded',
};

/** Shows the caller the mail that one of their alerts would send today. Sends and stores nothing. */
export const previewDigest = memberCall<DigestPreview>(
  {
    memory: '1GiB', // the catalogue's copy, twice during a change
    timeoutSeconds: 60,
    concurrency: 20,
    secrets: secretsOf('catalogue'),
  },
  { signInTo: 'preview your alerts' },
  async ({ uid, data, rawRequest }) => {
    const body = digestPreviewRequestSchema.safeParse(data);
    if (!body.success) throw new HttpsError('invalid-argument', 'the body must be {alertId}');
    const { alertId } = body.data;
    const person = (await database()).doc(`users/${uid}`);
    const [document, preferences] = await Promise.all([
      person.collection('alerts').doc(alertId).get(),
      person.get(),
    ]);
    const alert = readAlert(alertId, document.data() ?? {});
    if (alert === null) throw new HttpsError('not-found', 'there is no such alert');
    service ??= openSearchService();
    const { search, callOf, followedBy } = service;
    const { client, allow } = callOf(rawRequest, uid);
    try {
      const answer = await preview({
        alert,
        preferences: preferencesSchema.parse(withMillis(preferences.data() ?? {})),
        links: previewLinks(siteIdentity()),
        search: async (request: SearchRequest) => {
          requireAllowed(await allow(request.keywords));
          const asker = { client, followed: await followedBy(uid) };
          const { response } = await search(request, asker);
          return searchResponseSchema.parse(JSON.parse(new TextDecoder().decode(response.json)));
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
  },
);
