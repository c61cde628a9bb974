const EMPTY = Buffer.alloc(0);

/** `rawBody` is undefined for a request without a body. */
export function bodyOf(request: { rawBody?: Buffer }): Buffer {
  return request.rawBody ?? EMPTY;
}
