import * as z from 'zod';

const bodySchema = z.strictObject({ data: z.unknown() });

/**
 * The body of a call to a callable function, `{data}`, or null for any other. Firebase's own check
 * comes later and writes what it refuses into the log; this lets nothing through that it would
 * refuse, and none of the values it spells with `@type`, which no function here takes.
 */
export function parseCallableBody(rawBody: Buffer): { data: unknown } | null {
  try {
    const { data } = bodySchema.parse(JSON.parse(rawBody.toString('utf8'), withoutTypes));
    return data === undefined ? null : { data };
  } catch {
    return null;
  }
}

function withoutTypes(key: string, value: unknown): unknown {
  if (key === '@type') throw new Error('not taken');
  return value;
}
