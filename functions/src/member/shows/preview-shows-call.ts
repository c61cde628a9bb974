import { HttpsError } from 'firebase-functions/v2/https';
import { MAX_OPML_BYTES } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { ownShows } from '../../accounts/firestore-shows.ts';
import { previewShows as preview } from './preview-shows.ts';

/** Fetches and stores nothing. */
export const previewShows: MemberWork<'previewShows'> = async ({ uid, body }) => {
  if (Buffer.byteLength(body.opml) > MAX_OPML_BYTES) {
    throw new HttpsError('invalid-argument', 'the list is too large');
  }
  const answer = preview(body.opml, await ownShows(uid, Date.now()));
  if (answer === null) throw new HttpsError('invalid-argument', 'this is no OPML list');
  log('info', 'shows-previewed', { lines: answer.lines.length });
  return answer;
};
