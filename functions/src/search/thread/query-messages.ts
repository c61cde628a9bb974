import type {
  CatalogueQuery,
  EpisodePlace,
  SpeechPlace,
} from '../../catalogue/answers/catalogue-query.ts';
import type { ApiErrorCode } from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Covers, EncodedResponse } from '../encode-response.ts';

export interface QueryThreadData {
  catalogueUrl: string;
  /** The thread's folder for copies of the catalogue; removed after the thread has ended. */
  copiesFolder: string | undefined;
  covers: Covers;
  /** Timeout of a query, ms. */
  runLimitMs: number;
}

/** A search, a place in a transcript, or an episode. */
export type ThreadQuery = CatalogueQuery | SpeechPlace | EpisodePlace;

/** To the query thread. `forget`: the client has left. */
export type ToQueryThread =
  | { kind: 'query'; id: number; query: ThreadQuery }
  | { kind: 'forget'; id: number }
  | { kind: 'end' };

/** From the query thread. A query may fail before it has begun. */
export type FromQueryThread =
  | { kind: 'begun'; id: number }
  | { kind: 'answered'; id: number; answer: EncodedResponse }
  | { kind: 'failed'; id: number; failure: QueryFailure };

/** An `AppError` as data: errors lose their class and fields between threads. */
export interface QueryFailure {
  code: ApiErrorCode;
  message: string;
  retryAfterMs: number | undefined;
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
