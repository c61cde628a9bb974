const EMPTY = Buffer.alloc(0);

/** The bytes of the body; `rawBody` is missing if the request has no body. */
export function bodyOf(request: { rawBody?: Buffer }): Buffer {
  return request.rawBody ?? EMPTY;
}
