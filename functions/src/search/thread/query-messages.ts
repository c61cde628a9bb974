import type { CatalogueQuery } from '../../catalogue/catalogue.ts';
import type { ApiErrorCode } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Covers, EncodedResponse } from '../encode-response.ts';

/** Start parameters of the thread that queries the catalogue. */
export interface QueryThreadData {
  /** The catalogue's address, as `openCatalogue` accepts it. */
  catalogueUrl: string;
  /** Where the thread keeps its copies of the catalogue; removed when it has ended. */
  copiesFolder: string | undefined;
  /** Which covers its answers may name. */
  covers: Covers;
  /** How long a query may take before the thread ends it. */
  runLimitMs: number;
}

/** Messages to that thread: run a query, forget one that is no longer waited for, end. */
export type ToQueryThread =
  | { kind: 'query'; id: number; query: CatalogueQuery }
  | { kind: 'forget'; id: number }
  | { kind: 'end' };

/** Messages from it: a query begins, and how it ended. A failed one may never have begun. */
export type FromQueryThread =
  | { kind: 'begun'; id: number }
  | { kind: 'answered'; id: number; answer: EncodedResponse }
  | { kind: 'failed'; id: number; failure: QueryFailure };

/** An `AppError` as data, because errors lose their class and fields between threads. */
export interface QueryFailure {
  code: ApiErrorCode;
  message: string;
  retryAfterMs: number | undefined;
  /** Description of the cause, for the log. */
  cause: string | undefined;
}

export function toFailure(error: unknown): QueryFailure {
  const failed =
    error instanceof AppError ? error : new AppError('internal', 'unexpected', { cause: error });
  const { code, message, retryAfterMs, cause } = failed;
  const words = cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause);
  return { code, message, retryAfterMs, cause: words };
}

export function fromFailure({ code, message, retryAfterMs, cause }: QueryFailure): AppError {
  return new AppError(code, message, {
    cause,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
