import { createPublicKey, verify } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../contract/index.ts';

/**
 * Greatest age of a signed report, milliseconds. SendGrid tries to deliver one for 24 hours; a
 * report that is repeated within this time is recognised by its event's id.
 */
export const MAX_EVENT_AGE_MS = 25 * HOUR_MS;
/** Most that SendGrid's clock may be ahead of ours. */
const MAX_CLOCK_LEAD_MS = 5 * MINUTE_MS;

export interface SignedReport {
  /**
   * The bytes of the body as they were received: parsed and serialized again, they would differ.
   */
  body: Buffer;
  /** Header `X-Twilio-Email-Event-Webhook-Signature`: ECDSA in DER, base64. */
  signature: string;
  /** Header `X-Twilio-Email-Event-Webhook-Timestamp`: seconds since the epoch. */
  timestamp: string;
}

/**
 * Whether SendGrid signed the report recently enough: ECDSA with SHA-256 over the timestamp
 * followed by the body. Returns false, and never throws, for malformed headers.
 * @param publicKey The key as SendGrid's settings show it: SubjectPublicKeyInfo in DER, base64.
 */
export function isSignedReport(report: SignedReport, publicKey: string, now: number): boolean {
  const { body, signature, timestamp } = report;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const ageMs = now - Number(timestamp) * 1000;
  if (ageMs > MAX_EVENT_AGE_MS || ageMs < -MAX_CLOCK_LEAD_MS) return false;
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  try {
    return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
  } catch {
    // A malformed signature is refused like a wrong one.
    return false;
  }
}
