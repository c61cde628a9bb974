import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

const KEY = 'Content-Security-Policy';

const firebaseJsonSchema = z.object({
  hosting: z.object({
    headers: z.array(
      z.object({ headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
    ),
  }),
});

export function contentSecurityPolicy(firebaseJson: unknown): string {
  const { hosting } = firebaseJsonSchema.parse(firebaseJson);
  const header = hosting.headers.flatMap(({ headers }) => headers).find(({ key }) => key === KEY);
  if (!header) throw new Error(`firebase.json sends no ${KEY}`);
  return header.value;
}

export function inlineScriptSources(html: string): string[] {
  // Scripts with attributes are omitted, because they are external or data.
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
    hashSource(text),
  );
}

export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export function requireAllowedScripts(html: string, policy: string): void {
  const missing = inlineScriptSources(html).filter((source) => !policy.includes(source));
  if (missing.length === 0) return;
  throw new Error(
    `index.html has an inline script that firebase.json does not allow: put ${missing.join(' ')} ` +
      `into script-src of its ${KEY}, in place of the hash that is there.`,
  );
}

/** Throws if the CSP forbids a search backend of another origin. */
export function requireAllowedSettings(environment: Record<string, string>, policy: string): void {
  const backend = environment['VITE_SEARCH_BACKEND'] ?? '';
  if (!/^https?:/.test(backend)) return;
  const { origin } = new URL(backend);
  if (sourcesOf('connect-src', policy).includes(origin)) return;
  throw new Error(
    `The settings need more than firebase.json allows: add ${origin} to connect-src in its ${KEY}.`,
  );
}

function sourcesOf(directive: string, policy: string): string[] {
  const found = policy.split(';').map((part) => part.trim().split(/\s+/));
  return found.find(([name]) => name === directive)?.slice(1) ?? [];
}
