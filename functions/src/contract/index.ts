export {
  type AccountCollection,
  type AccountExport,
  accountExportSchema,
  confirmAddressRequestSchema,
  type DeleteAccountRequest,
  deleteAccountRequestSchema,
  type DeletionRefusal,
  deletionRefusalSchema,
  EXPORT_LIMIT_BYTES,
  type ExportRefusal,
  exportRefusalSchema,
  EXPORTS_AN_HOUR,
  RECENT_SIGN_IN_MS,
  type SessionRefusal,
  sessionRefusalSchema,
  type VerificationRefusal,
  verificationRefusalSchema,
} from './people/account.ts';
export * from './people/alert.ts';
export {
  type AlertCount,
  alertCountsRequestSchema,
  alertCountsSchema,
  MAX_ALERT_COUNTS,
} from './people/alert-counts.ts';
export {
  type ApiErrorBody,
  apiErrorBodySchema,
  type ApiErrorCode,
  STATUS_OF_CODE,
} from './api-error.ts';
export {
  type Bookmark,
  BOOKMARK_LIMITS,
  bookmarkSchema,
  type NewBookmark,
  newBookmarkSchema,
  toBookmark,
} from './people/bookmark.ts';
export {
  DELIVERY_EPISODES,
  type Delivery,
  deliverySchema,
  mailedEpisodeSchema,
  sectionSchema,
} from './people/delivery.ts';
export {
  type DigestPreview,
  digestPreviewRequestSchema,
  digestPreviewSchema,
} from './people/digest-preview.ts';
export {
  type AlsoIn,
  type Episode,
  type EpisodeChapter,
  episodeSchema,
  type SpokenMatch,
  strengthShape,
} from './episodes/episode.ts';
export { inOneLine, MACHINE_SPEAKER, playsFrom } from './episodes/highlight.ts';
export { episodeKey } from './episodes/episode-key.ts';
export {
  type HealthResponse,
  healthResponseSchema,
  MAX_SPOKEN_SHOWS,
  type SpokenShow,
} from './episodes/health.ts';
export {
  HIGHLIGHT_END,
  HIGHLIGHT_START,
  highlightedParts,
  splitHighlights,
  withoutHighlights,
  type TextPart,
  withoutForgedHighlights,
} from './episodes/highlight.ts';
export {
  BACKUP_KEPT_DAYS,
  COUNT_KEPT_SECONDS,
  DIGEST_KEPT_DAYS,
  GONE_ADDRESS_KEPT_DAYS,
  HISTORY_KEPT_DAYS,
  MAX_FEED_ITEMS,
  SENT_LOG_KEPT_DAYS,
  SHOW_KEPT_DAYS,
  MAIL_EVENT_KEPT_DAYS,
} from './people/data-retention.ts';
export * from './people/pending.ts';
export {
  type Cadence,
  CADENCES,
  DIGEST_CADENCES,
  type DigestCadence,
  DEFAULT_PREFERENCES,
  MAX_TIME_ZONE_LENGTH,
  type NewPreferences,
  newPreferencesSchema,
  type Preferences,
  preferencesSchema,
  type Suppression,
  suppressionSchema,
} from './people/preferences.ts';
export {
  type SearchRequest,
  searchRequestSchema,
  type SearchResponse,
  searchResponseSchema,
} from './episodes/search.ts';
export { type Trend, trendSchema } from './episodes/trend.ts';
export { dayOfTrend, firstCounted, mentionsIn } from './episodes/trend-days.ts';
export {
  type Sentence,
  type SpeechRequest,
  speechRequestSchema,
  type SpeechResponse,
  speechResponseSchema,
} from './episodes/speech.ts';
export {
  fromMatch,
  markedIn,
  type MatchReason,
  REASON_PLACES,
  type ReasonLine,
  reasonLines,
  type WrittenReason,
} from './episodes/match-reason.ts';
export * from './episodes/match-strength.ts';
export { readEpisode, readSearchAnswer } from './episodes/read-search-answer.ts';
export { readShowAnswer, type ShowAnswer } from './episodes/read-show-answer.ts';
export { showPath } from './episodes/show-path.ts';
export { COUNTED_DAYS, type TopicCounts } from './episodes/topic-counts.ts';
export { UNHEARD_REASONS, type UnheardReason } from './episodes/unheard-reason.ts';
export { type ShowFacts, type ShowRequest, showRequestSchema } from './episodes/show-page.ts';
export * from './episodes/search-limits.ts';
export { readKeywords, searchQuery } from './episodes/read-keywords.ts';
export {
  type FollowedShow,
  type FollowLine,
  followShowsRequestSchema,
  type FoundShow,
  type LookupLimit,
  lookupLimitSchema,
  LOOKUPS_A_MINUTE,
  type LookupRefusal,
  lookUpShowRequestSchema,
  MAX_FEED_URL_LENGTH,
  MAX_GIVEN_LENGTH,
  MAX_OPML_BYTES,
  MAX_OPML_FEEDS,
  MAX_SHOWS,
  MAX_SHOWS_A_DAY,
  previewShowsRequestSchema,
  readFollowedShow,
  type ShowLookup,
  showLookupSchema,
  type ShowPreviewLine,
  type ShowsFollowed,
  showsFollowedSchema,
  type ShowsPreview,
  showsPreviewSchema,
  unfollowShowRequestSchema,
} from './people/show.ts';
export { type AlertItem, alertItemSchema } from './people/alert-item.ts';
export type { MemberOperation, MemberOperations } from './people/member-operations.ts';
export {
  type ApiKey,
  KEY_SCOPES,
  type KeyCreated,
  keyCreatedSchema,
  type KeyScope,
  type KeysRequest,
  keysRequestSchema,
  MAX_KEY_NAME_LENGTH,
  MAX_KEYS,
  readApiKey,
  readScopes,
  storedScopes,
  storedScopesSchema,
} from './people/api-key.ts';
export {
  type Channel,
  type ChannelCreated,
  channelCreatedSchema,
  type ChannelEntry,
  channelEntrySchema,
  CHANNEL_KINDS,
  channelIdSchema,
  type ChannelKind,
  channelNameSchema,
  channelsRequestSchema,
  type ChannelsRequest,
  type ChannelTested,
  channelTestedSchema,
  channelUrlSchema,
  isAlertIn,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_CHANNEL_URL_LENGTH,
  MAX_CHANNELS,
  readChannel,
} from './people/channel.ts';
export { firstBookmarkSlot, MAX_ALERTS, MAX_BOOKMARKS, slotIds } from './people/slots.ts';
export { epochMs, isMap, type StoredFields, withMillis } from './people/stored-times.ts';
export { ANY_COMMA, splitAtCommas } from '../query/commas.ts';
export { withoutQuotes, withPlainSigns } from '../query/query-signs.ts';
export { splitKeywords } from '../query/split-keywords.ts';
export * from '../query/alert-query.ts';
export { foldedWords, isSameAlert, isSameKeyword } from '../query/same-alert.ts';
export {
  restoreTerm,
  canExclude,
  type ChangedAlert,
  isExcluded,
  excludeTerm,
  excludedTerms,
  NO_ROOM_TO_EXCLUDE,
  showTerm,
  termName,
} from '../query/exclude-term.ts';
export {
  type ParsedQuery,
  type QueryTerm,
  parseQuery,
  hasQuerySyntax,
} from '../query/parse-query.ts';
export {
  FIELD_NAMES,
  fieldOf,
  fieldSign,
  type FilterName,
  FILTERS,
  isFilter,
} from '../query/fields.ts';
export { factName } from '../query/facts.ts';
export { describeQuery, formatTerm } from '../query/format-query.ts';
export type {
  CreateRenderer,
  PageNotice,
  PagePlan,
  PageResults,
  SiteRenderer,
} from './site-renderer.ts';
export * from './time.ts';
export { decodeText, windows1252Signs } from './decode-text.ts';
export { percentDecoded, webAddress, webUrl } from './web-address.ts';
