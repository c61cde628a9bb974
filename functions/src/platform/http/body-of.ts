const EMPTY = Buffer.alloc(0);

/** The bytes of a request's body. The servers that run functions leave them out where there are none. */
export function bodyOf(request: { rawBody?: Buffer }): Buffer {
  return request.rawBody ?? EMPTY;
}
