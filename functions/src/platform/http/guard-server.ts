import { beforeRequests } from './before-requests.ts';
import { type BodyLimits, guardRequest } from './guard-request.ts';

/**
 * Puts {@link guardRequest} in front of everything that serves HTTP in this process.
 *
 * The HTTP server and its body parsers are not ours: functions-framework in a deployment,
 * firebase-tools under the emulators. Both decompress and parse any body, up to a gigabyte, before
 * they call a function. Both load the functions first and serve afterwards.
 */
export function guardServer(limits: BodyLimits): void {
  beforeRequests((request, response, serve) => {
    void guardRequest(limits, request, response, () => serve(request));
  });
}
