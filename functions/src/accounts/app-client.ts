import * as z from 'zod';
import { clampText } from '../contract/clamp-text.ts';
import { stripBidiControls } from '../contract/bidi-controls.ts';
import { HOUR_MS, MAX_APP_NAME_LENGTH } from '../contract/index.ts';
import { fetchFeed } from '../feeds/fetch/fetch-feed.ts';
import { isLoopbackHost, isPublicHost, localHosts } from '../feeds/fetch/public-host.ts';
import { NO_VALIDATORS } from '../feeds/feed-model.ts';
import { parseJson } from '../platform/parse-json.ts';
import { createSizedCache, textBytes } from '../platform/sized-cache.ts';

/** A program that may ask to be connected. Nobody approves it: the person who connects it decides. */
export interface AppClient {
  id: string;
  name: string;
  /** The host whose document has the name, or null if the app chose it without proof. */
  vouchedBy: string | null;
  redirectUris: readonly string[];
}

const MAX_REDIRECTS = 10;
const MAX_REDIRECT_LENGTH = 500;
/** An id is part of an address. */
const MAX_CLIENT_ID_LENGTH = 2000;
const MAX_DOCUMENT_BYTES = 1_048_576;
const DOCUMENT_WITHIN_MS = 5000;
const DOCUMENT_KEPT_MS = 24 * HOUR_MS;
const MAX_CACHE_BYTES = 2_000_000;

const REGISTERED = 'reg.';

/** Browsers open these themselves, some with the rights of this site. */
const NEVER =
  /^(javascript|vbscript|data|blob|file|filesystem|ftp|wss?|about|intent|content|view-source|chrome.*):$/;

/** HTTPS, HTTP to the person's own device (RFC 8252), or a scheme of an installed program (`cursor://…`). */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_REDIRECT_LENGTH || /[#\s\\]|\p{Cc}/u.test(text) || !URL.canParse(text)) {
    return false;
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopbackHost(url);
  return text.slice(url.protocol.length).startsWith('/') && !NEVER.test(url.protocol);
}

const redirectsSchema = z.array(z.string().refine(isRedirectUri)).min(1).max(MAX_REDIRECTS);

const metadataSchema = z.object({
  client_name: z.string().catch(''),
  redirect_uris: redirectsSchema,
});

/**
 * Registers an app without storing anything: its id contains what it says of itself. A signature would prove nothing,
 * because everybody may register everything. Null if the metadata is not valid.
 */
export function registerClient(metadata: unknown): AppClient | null {
  const { data } = metadataSchema.safeParse(metadata);
  if (data === undefined) return null;
  const name = readableName(data.client_name, data.redirect_uris);
  const packed = Buffer.from(JSON.stringify([name, ...data.redirect_uris]));
  const id = `${REGISTERED}${packed.toString('base64url')}`;
  if (id.length > MAX_CLIENT_ID_LENGTH) return null;
  return { id, name, vouchedBy: null, redirectUris: data.redirect_uris };
}

function registeredClient(id: string): AppClient | null {
  const packed = parseJson(Buffer.from(id.slice(REGISTERED.length), 'base64url'));
  const { data } = z.array(z.string()).min(2).safeParse(packed);
  if (data === undefined) return null;
  const client = registerClient({ client_name: data[0], redirect_uris: data.slice(1) });
  return client?.id === id ? client : null;
}

const documentSchema = metadataSchema.extend({
  client_id: z.string(),
  token_endpoint_auth_method: z.string().optional(),
});

interface FoundDocument {
  client: AppClient;
  atMs: number;
}

const documents = createSizedCache<FoundDocument>(MAX_CACHE_BYTES, ({ client }) =>
  textBytes(JSON.stringify(client)),
);

/**
 * Finds an app by its id: the address of its document (Client ID Metadata Document), or an id of {@link registerClient}.
 * Null if there is no such app.
 * @param emulated Allows documents on this machine.
 */
export async function findClient(
  id: string,
  emulated: boolean,
  nowMs = Date.now(),
): Promise<AppClient | null> {
  if (id.length > MAX_CLIENT_ID_LENGTH) return null;
  if (id.startsWith(REGISTERED)) return registeredClient(id);
  const allowPrivate = localHosts(emulated);
  if (!isDocumentAddress(id, allowPrivate)) return null;
  const known = documents.get(id);
  if (known !== undefined && Math.abs(nowMs - known.atMs) < DOCUMENT_KEPT_MS) return known.client;
  const client = await fetchClient(id, allowPrivate);
  if (client !== null) documents.set(id, { client, atMs: nowMs });
  return client;
}

function isDocumentAddress(id: string, allowPrivate: (url: URL) => boolean): boolean {
  if (!URL.canParse(id)) return false;
  const url = new URL(id);
  if (url.href !== id || url.hash !== '' || url.username !== '' || url.password !== '') {
    return false;
  }
  if (allowPrivate(url)) return true;
  return url.protocol === 'https:' && url.pathname !== '/' && isPublicHost(url);
}

async function fetchClient(
  id: string,
  allowPrivate: (url: URL) => boolean,
): Promise<AppClient | null> {
  const fetched = await fetchFeed(id, NO_VALIDATORS, {
    allowPrivate,
    timeoutMs: DOCUMENT_WITHIN_MS,
    maxBytes: MAX_DOCUMENT_BYTES,
    accept: 'application/json',
  });
  // Only the address itself vouches for its document.
  if (fetched.kind !== 'fetched' || fetched.finalUrl !== undefined) return null;
  const { data } = documentSchema.safeParse(parseJson(fetched.bytes));
  if (data?.client_id !== id) return null;
  if (data.token_endpoint_auth_method?.startsWith('client_secret') === true) return null;
  const redirectUris = data.redirect_uris;
  const name = readableName(data.client_name, redirectUris);
  return { id, name, vouchedBy: new URL(id).host, redirectUris };
}

/** One line without invisible characters: an app chooses its name, and people read it before they decide. */
function readableName(written: string, [redirectUri = '']: readonly string[]): string {
  const line = stripBidiControls(written)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const name = line || new URL(redirectUri).host || 'An app';
  return clampText(name, MAX_APP_NAME_LENGTH).trim();
}

/** True for one of the app's addresses. Programs on the person's device may use any port (RFC 8252). */
export function mayRedirect({ redirectUris }: AppClient, asked: string): boolean {
  if (!isRedirectUri(asked)) return false;
  return redirectUris.some((uri) => uri === asked || withoutPort(uri) === withoutPort(asked));
}

function withoutPort(uri: string): string | symbol {
  const url = new URL(uri);
  if (url.protocol !== 'http:') return Symbol('has its port');
  url.port = '';
  return url.href;
}
