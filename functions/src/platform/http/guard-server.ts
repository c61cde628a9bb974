import { beforeRequests } from './before-requests.ts';
import { type BodyLimits, guardRequest } from './guard-request.ts';

/** Runs before any framework: functions-framework and firebase-tools decompress and parse up to a gigabyte. */
export function guardServer(limits: BodyLimits | ((path: string) => BodyLimits)): void {
  const limitsAt = typeof limits === 'function' ? limits : () => limits;
  beforeRequests((request, response, serve) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    void guardRequest(limitsAt(path), request, response, () => serve(request));
  });
}
