import * as z from 'zod';

const bodySchema = z.strictObject({ data: z.unknown() });

/**
 * The body of a call to a callable function, `{data}`, or null for any other. Firebase's own check
 * comes later and logs what it refuses; whatever it would refuse is stopped here first. So are
 * values with `@type`, its notation for special numbers, which no function here accepts.
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
  if (key === '@type') throw new Error('Values with @type are not accepted');
  return value;
}
