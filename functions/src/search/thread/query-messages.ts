import type { CatalogueAnswer, CatalogueQuery } from '../../catalogue/catalogue.ts';
import type { ApiErrorCode } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';

/** What the thread that queries the catalogue is started with. */
export interface QueryThreadData {
  /** The catalogue's address, as `openCatalogue` takes it. */
  catalogueUrl: string;
  /** Where the thread keeps its copies of the catalogue; removed when it has ended. */
  copiesFolder: string | undefined;
}

/** What that thread is told: a query, that nobody waits for its answer any more, to end. */
export type ToQueryThread =
  | { kind: 'query'; id: number; query: CatalogueQuery }
  | { kind: 'forget'; id: number }
  | { kind: 'end' };

/** What it tells: that a query begins, and how it ended. One that failed need not have begun. */
export type FromQueryThread =
  | { kind: 'begun'; id: number }
  | { kind: 'answered'; id: number; answer: CatalogueAnswer }
  | { kind: 'failed'; id: number; failure: QueryFailure };

/** An `AppError` in words: errors lose their class and fields on the way between threads. */
export interface QueryFailure {
  code: ApiErrorCode;
  message: string;
  retryAfterMs: number | undefined;
  /** What the log tells of the cause. */
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
