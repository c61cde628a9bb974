const EMPTY = Buffer.alloc(0);

/** The body's bytes; servers leave out `rawBody` if a request has no body. */
export function bodyOf(request: { rawBody?: Buffer }): Buffer {
  return request.rawBody ?? EMPTY;
}
