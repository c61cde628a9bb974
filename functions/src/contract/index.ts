export {
  type ApiErrorBody,
  apiErrorBodySchema,
  type ApiErrorCode,
  STATUS_OF_CODE,
} from './api-error.ts';
export { type Episode, episodeKey, episodeSchema } from './episode.ts';
export { type HealthResponse, healthResponseSchema } from './health.ts';
export {
  HIGHLIGHT_END,
  HIGHLIGHT_START,
  splitHighlights,
  type TextPart,
  withoutForgedHighlights,
} from './highlight.ts';
export {
  MAX_EPISODES,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  MAX_TOTAL,
  type SearchRequest,
  searchRequestSchema,
  type SearchResponse,
  searchResponseSchema,
} from './search.ts';
