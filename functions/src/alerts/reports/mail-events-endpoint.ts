import { onRequest } from 'firebase-functions/v2/https';
import { MAX_REPORT_BYTES, readMailReport } from '../../delivery/mail/transport/drivers.ts';
import { AppError } from '../../platform/app-error.ts';
import { bodyOf } from '../../platform/http/read-request-body.ts';
import { requireMethod, respond } from '../../platform/http/respond.ts';
import { REGION } from '../../platform/runtime-options.ts';
import { firebaseMailEventStore, firebaseReportedDigests } from './mail-events-store.ts';
import { recordMailEvents } from './record-mail-events.ts';
import { settleReports } from './settle-reports.ts';
import { guardFunction } from '../../platform/http/guard-request.ts';

/** Shorter than the function's timeout. A list may have thousands of events. */
const WITHIN_MS = 55_000;

guardFunction('mailEvents', { maxBytes: MAX_REPORT_BYTES });

/** The mail service signs its requests. After a failure it sends the whole list again. */
export const mailEvents = onRequest(
  {
    region: REGION,
    memory: '256MiB',
    timeoutSeconds: 60,
    concurrency: 20,
    maxInstances: 5,
    cors: false,
  },
  async (request, reply) => {
    const record = async () => {
      requireMethod(request, reply, 'POST');
      const body = bodyOf(request);
      if (body.length > MAX_REPORT_BYTES)
        throw new AppError('payload-too-large', 'too many events');
      const now = Date.now();
      const events = await readMailReport({ body, header: (name) => request.get(name) }, now);
      if (events === false) throw new AppError('invalid-request', 'no valid signature');
      if (events === null) throw new AppError('invalid-request', 'the body must be a list');
      const counts = await recordMailEvents(firebaseMailEventStore, events.suppressing, now);
      const settled = await settleReports(firebaseReportedDigests, events.reports);
      return { body: {}, log: { ...counts, ...settled } };
    };
    await respond('mail-events', reply, record, WITHIN_MS);
  },
);
