import { AppError } from '../../platform/app-error.ts';
import {
  callOperation,
  type Caller,
  type Operation,
  type Outcome,
} from '../operations/operation.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { matchPath, readGiven } from './read-parameters.ts';

export const REST_PATH = '/api/v1';

interface RestRequest {
  method: string;
  /** Relative to `/api/v1`. */
  path: string;
  query: URLSearchParams;
  body: Uint8Array;
}

export interface Route {
  operation: Operation;
  inPath: Record<string, string>;
}

/**
 * Throws 'not-found' or 'method-not-allowed'.
 * @param onMethods Called with the methods of the path before 'method-not-allowed' is thrown.
 */
export function routeOf(
  { method, path }: Pick<RestRequest, 'method' | 'path'>,
  onMethods: (methods: string) => void = () => undefined,
): Route {
  const routes = OPERATIONS.flatMap((operation): Route[] => {
    const inPath = matchPath(operation.path, path);
    return inPath === null ? [] : [{ operation, inPath }];
  });
  if (routes.length === 0) throw new AppError('not-found', 'there is no such address');
  const route = routes.find(({ operation }) => operation.method === method);
  if (route !== undefined) return route;
  const methods = routes
    .flatMap(({ operation }) => (operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method))
    .join(', ');
  onMethods(methods);
  throw new AppError('method-not-allowed', `use ${methods}`);
}

export function answerRest(
  { operation, inPath }: Route,
  request: RestRequest,
  caller: Caller,
): Promise<Outcome<unknown>> {
  return callOperation(operation, () => readGiven(operation, inPath, request), caller);
}
