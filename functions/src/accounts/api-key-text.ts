import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

const PREFIX = 'es_';
const SECRET_BYTES = 32;
/** How many base-62 digits 32 bytes and 4 bytes need. */
const [SECRET_DIGITS, CHECKSUM_DIGITS] = [43, 6];
const START_DIGITS = 4;

const FORM = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`,
);

/** A new key: `es_`, then 256 random bits and their CRC-32, both in base 62. */
export function newApiKey(): string {
  const secret = inDigits(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS);
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** True if the text has the format of a key and a correct checksum, so that a mistyped key costs no database read. */
export function isApiKey(text: string): boolean {
  const [, secret, checksum] = FORM.exec(text) ?? [];
  return secret !== undefined && checksum === checksumOf(secret);
}

export function apiKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The beginning of a key, such as `es_abcd`, by which its owner recognises it. */
export function apiKeyStart(key: string): string {
  return key.slice(0, PREFIX.length + START_DIGITS);
}

function checksumOf(secret: string): string {
  return inDigits(BigInt(crc32(secret)), CHECKSUM_DIGITS);
}

function inDigits(value: bigint, length: number): string {
  let [digits, rest] = ['', value];
  while (rest > 0n) {
    digits = `${DIGITS.charAt(Number(rest % BASE))}${digits}`;
    rest /= BASE;
  }
  return digits.padStart(length, '0');
}
