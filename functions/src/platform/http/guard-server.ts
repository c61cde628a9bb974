import { beforeRequests } from './before-requests.ts';
import { type BodyLimits, guardRequest } from './guard-request.ts';

/** Without a guard, functions-framework and firebase-tools decompress and parse bodies up to a gigabyte. */
export function guardServer(limits: BodyLimits): void {
  beforeRequests((request, response, serve) => {
    void guardRequest(limits, request, response, () => serve(request));
  });
}
