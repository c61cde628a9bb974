import { createPublicKey, verify } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../../contract/index.ts';

/** SendGrid retries a report for 24 hours. Event ids identify duplicates. */
export const MAX_EVENT_AGE_MS = 25 * HOUR_MS;
const MAX_CLOCK_LEAD_MS = 5 * MINUTE_MS;

export interface SignedReport {
  /** Raw bytes, because the signature covers them. */
  body: Buffer;
  /** Header `X-Twilio-Email-Event-Webhook-Signature`: ECDSA in DER, base64. */
  signature: string;
  /** Header `X-Twilio-Email-Event-Webhook-Timestamp`: seconds since the epoch. */
  timestamp: string;
}

/**
 * True if SendGrid signed the report at most 25 hours ago, with ECDSA and SHA-256 over the timestamp followed by the
 * body. Returns false for malformed headers, without an error.
 * @param publicKey As shown in SendGrid's settings: SubjectPublicKeyInfo in DER, base64.
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
    return false;
  }
}
