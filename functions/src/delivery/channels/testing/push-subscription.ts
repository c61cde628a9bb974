import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PushKeys } from '../../../contract/index.ts';

const CURVE = 'prime256v1';
const HEADER_BYTES = 21;
const MAX_BYTES = 4096;

interface PushRequest {
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a browser and its push service do with a message, written from RFC 8188, 8291 and 8292 without our library. */
export function pushSubscription() {
  const own = createECDH(CURVE);
  own.generateKeys();
  const auth = randomBytes(16);
  const keys: PushKeys = {
    p256dh: own.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  };

  /** Returns the plain text. Throws if the body was not encrypted for this subscription. */
  function decrypt({ headers, body }: PushRequest): string {
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The encoding is another');
    if (body.length > MAX_BYTES) throw new Error(`The body has ${body.length} bytes`);
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + idLength);
    const record = body.subarray(HEADER_BYTES + idLength);
    if (record.length > body.readUInt32BE(16)) throw new Error('There is more than one record');
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
    const derive = (key: Uint8Array, by: Uint8Array, what: Uint8Array | string, length: number) =>
      Buffer.from(hkdfSync('sha256', key, by, what, length));
    const input = derive(own.computeSecret(sender), auth, info, 32);
    const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end === -1) throw new Error('The record has no delimiter');
    return padded.subarray(0, end).toString();
  }

  return { keys, decrypt };
}

/** Returns the claims and the public key. Throws if the signature is another's or the token is for another origin. */
export function verifyVapid({ url, headers }: PushRequest, nowMs: number) {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is another’s');
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const { aud, exp, sub } = read(claims) as { aud: string; exp: number; sub: string };
  if (read(head)['alg'] !== 'ES256') throw new Error('The algorithm is another');
  if (aud !== url.origin) throw new Error(`The token is for ${aud}`);
  const forMs = exp * 1000 - nowMs;
  if (forMs <= 0 || forMs > 86_400_000)
    throw new Error('The token expires too late or has expired');
  return { key, sub };
}
