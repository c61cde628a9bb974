import { beforeRequests } from './before-requests.ts';
import { type BodyLimits, guardRequest } from './guard-request.ts';

/**
 * Runs {@link guardRequest} before every HTTP request. Without it functions-framework and firebase-tools
 * decompress and parse any body, up to a gigabyte, before they call a function.
 */
export function guardServer(limits: BodyLimits): void {
  beforeRequests((request, response, serve) => {
    void guardRequest(limits, request, response, () => serve(request));
  });
}
