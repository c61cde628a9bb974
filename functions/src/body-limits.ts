import { MAX_REPORT_BYTES } from './delivery/mail/transport/drivers.ts';
import { bodyBytesAt } from './member/operation-table.ts';
import { MAX_FORM_BYTES } from './delivery/links/unsubscribe-form.ts';
import type { BodyLimits } from './platform/http/guard-request.ts';
import { MAX_BODY_BYTES } from './search/search-endpoint.ts';

/** Functions that anybody can call, some by path. Only Google's services call the others, with our bodies. */
export const BODY_LIMITS: Readonly<Record<string, BodyLimits | ((path: string) => BodyLimits)>> = {
  search: { maxBytes: MAX_BODY_BYTES },
  health: { maxBytes: 0 },
  feeds: { maxBytes: 0 },
  pages: { maxBytes: 0 },
  unsubscribe: { maxBytes: MAX_FORM_BYTES },
  api: { maxBytes: MAX_BODY_BYTES, methods: ['POST', 'PATCH'] },
  mailEvents: { maxBytes: MAX_REPORT_BYTES },
  member: (path) => ({ maxBytes: bodyBytesAt(path), callable: true }),
};
