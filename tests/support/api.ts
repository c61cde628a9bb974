import { dereference } from '@readme/openapi-parser';
import * as z from 'zod';
import { type KeyScope, keyCreatedSchema } from '../../functions/src/contract/index.ts';
import { call, type Person } from './account.ts';
import { asNewClient } from './client.ts';
import { siteUrl } from './stack.ts';

export async function makeKey(person: Person, scopes: KeyScope[] = ['read', 'alerts', 'channels']) {
  const { result } = await call('keys', person, { action: 'create', name: 'Test', scopes });
  const created = keyCreatedSchema.parse(result);
  if (created.kind !== 'created') throw new Error(created.message);
  return created;
}

type Schema = Parameters<typeof z.fromJSONSchema>[0];

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        responses: z.record(
          z.string(),
          z.object({
            content: z.object({ 'application/json': z.object({ schema: z.custom<Schema>() }) }),
          }),
        ),
      }),
    ),
  ),
});

let read: Promise<z.infer<typeof documentSchema>> | undefined;

async function openApi() {
  const answer = await fetch(`${siteUrl()}/api/v1/openapi.json`);
  const whole = (await answer.json()) as Parameters<typeof dereference>[0];
  return documentSchema.parse(await dereference(whole));
}

interface ApiAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Calls the API and validates the response against the OpenAPI document. */
export async function callApi(
  key: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer> {
  const answer = await fetch(`${siteUrl()}/api/v1${path}`, {
    method,
    headers: {
      // Key look-ups are limited per client.
      ...asNewClient(),
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, headers } = answer;
  const given = (await answer.json()) as Record<string, unknown>;
  const [pathname = ''] = path.split('?');
  const { paths } = await (read ??= openApi());
  const [, methods] =
    Object.entries(paths).find(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    ) ?? [];
  const responses = methods?.[method.toLowerCase()]?.responses;
  if (responses === undefined) return { status, headers, body: given };
  const schema = (responses[status] ?? responses['default'])!.content['application/json'].schema;
  z.fromJSONSchema(schema).parse(given);
  return { status, headers, body: given };
}
