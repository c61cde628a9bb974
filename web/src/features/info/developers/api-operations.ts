import * as z from 'zod/mini';
import document from './openapi.json';

const schemaSchema = z.looseObject({
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  default: z.optional(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
});

const bodySchema = z.object({
  properties: z.record(z.string(), schemaSchema),
  required: z.array(z.string()),
});

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z._default(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        schema: schemaSchema,
      }),
    ),
    [],
  ),
  requestBody: z.optional(
    z.object({ content: z.object({ 'application/json': z.object({ schema: bodySchema }) }) }),
  ),
});

const documentSchema = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

export interface ApiField {
  name: string;
  part: 'path' | 'query' | 'body';
  isRequired: boolean;
  /** `string`, `integer`, `number`, `boolean` or `array` (of strings). */
  type: string;
  description: string;
  /** The possible values; empty if any value of the type is allowed. */
  choices: readonly string[];
  /** The default value as text; empty if there is none. */
  usual: string;
}

export interface ApiOperation {
  id: string;
  method: string;
  /** Path on the server: `/api/v1/alerts/{id}`. */
  path: string;
  summary: string;
  description: string;
  fields: readonly ApiField[];
}

function fieldOf(
  name: string,
  part: ApiField['part'],
  isRequired: boolean,
  {
    type = 'string',
    description = '',
    enum: choices = [],
    default: usual,
  }: z.infer<typeof schemaSchema>,
): ApiField {
  const few = type === 'boolean' ? ['true', 'false'] : choices;
  return { name, part, isRequired, type, description, choices: few, usual: String(usual ?? '') };
}

function readOperations(): ApiOperation[] {
  const { servers, paths } = documentSchema.parse(document);
  const [{ url }] = servers;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, ...operation }]) => {
      const body = requestBody?.content['application/json'].schema;
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path: url + path,
        summary: operation.summary,
        description: operation.description,
        fields: [
          ...parameters.map(({ name, in: part, required, schema }) =>
            fieldOf(name, part, required, schema),
          ),
          ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
            fieldOf(name, 'body', body?.required.includes(name) ?? false, schema),
          ),
        ],
      };
    }),
  );
}

export const API_OPERATIONS: readonly ApiOperation[] = readOperations();
