import { createHash, randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import { CHANNEL_KINDS, DAY_MS, epochMs, pushKeysSchema } from '../../contract/index.ts';

/** How long a replaced secret still signs messages, alongside the new one. */
const OLD_SECRET_MS = DAY_MS;

const CHANNEL_ID_LENGTH = 20;
const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** 256 random bits. Only the hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const TOKEN = /^[\w-]{43}$/;

export function tokenHash(token: string): string | null {
  return TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}

/** Returns a secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function newChannelId(): string {
  return Array.from({ length: CHANNEL_ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(
    '',
  );
}

/** Document `channelSecrets/{channelId}`, server only. */
export const channelSecretsSchema = z.object({
  uid: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  url: z.string().optional(),
  /** At most two, newest first. `createdAt` is a Firestore timestamp. */
  secrets: z.array(z.object({ secret: z.string(), createdAt: z.unknown() })).optional(),
  tokenHash: z.string().optional(),
  keys: z.optional(pushKeysSchema),
});

export type ChannelSecrets = z.infer<typeof channelSecretsSchema>;

export function signingSecrets({ secrets = [] }: ChannelSecrets, now: number): string[] {
  const [newest, ...older] = secrets;
  if (newest === undefined) return [];
  const replacedAtMs = epochMs(newest.createdAt) ?? 0;
  return [newest, ...(now - replacedAtMs < OLD_SECRET_MS ? older : [])].map(({ secret }) => secret);
}
