import * as z from 'zod/mini';

export const STATUS_OF_CODE = {
  'invalid-request': 400,
  /** Version 1.0 promised this code; nothing returns it any more. */
  'app-not-verified': 401,
  'key-invalid': 401,
  'scope-missing': 403,
  'host-not-allowed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  conflict: 409,
  'payload-too-large': 413,
  'rate-limited': 429,
  internal: 500,
  'upstream-failed': 502,
  'upstream-unavailable': 503,
  'upstream-timeout': 504,
} as const;

export type ApiErrorCode = keyof typeof STATUS_OF_CODE;

const API_ERROR_CODES = Object.keys(STATUS_OF_CODE) as [ApiErrorCode, ...ApiErrorCode[]];

/** Body of every failed API call. `message` is for developers and logs, not for users. */
export const apiErrorBodySchema = z.object({
  error: z.object({ code: z.enum(API_ERROR_CODES), message: z.string() }),
});

export type ApiErrorBody = z.infer<typeof apiErrorBodySchema>;
