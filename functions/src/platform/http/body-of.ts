const EMPTY = Buffer.alloc(0);

/**
 * The bytes of a request's body; empty where there is no body, for which the servers leave out
 * `rawBody`.
 */
export function bodyOf(request: { rawBody?: Buffer }): Buffer {
  return request.rawBody ?? EMPTY;
}
