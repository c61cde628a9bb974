import { beforeRequests } from './before-requests.ts';
import { type BodyLimits, guardRequest } from './guard-request.ts';

/**
 * Limits bodies before any framework reads them, because functions-framework and firebase-tools decompress
 * and parse bodies up to a gigabyte.
 * @param limits For every request, or as a function of the request's path.
 */
export function guardServer(limits: BodyLimits | ((path: string) => BodyLimits)): void {
  const limitsAt = typeof limits === 'function' ? limits : () => limits;
  beforeRequests((request, response, serve) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    void guardRequest(limitsAt(path), request, response, () => serve(request));
  });
}
