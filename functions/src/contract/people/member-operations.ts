import type { AccountExport, DeleteAccountRequest } from './account.ts';
import type { AlertTrends, AlertTrendsRequest } from './alert-trends.ts';
import type { KeyCreated, KeysRequest } from './api-key.ts';
import type { ChannelCreated, ChannelsRequest, ChannelTested } from './channel.ts';
import type { DigestPreview, DigestPreviewRequest } from './digest-preview.ts';
import type {
  FollowShowsRequest,
  LookUpShowRequest,
  PreviewShowsRequest,
  ShowLookup,
  ShowsFollowed,
  ShowsPreview,
  UnfollowShowRequest,
} from './show.ts';

type Nothing = Record<string, never>;

/**
 * What a signed-in person asks of the callable function `member`, by operation. An operation is called as
 * `member/lookUpShow`, so that a body's size is judged, and a request logged, by operation.
 */
export interface MemberOperations {
  alertTrends: { body: AlertTrendsRequest; answer: AlertTrends };
  channels: { body: ChannelsRequest; answer: ChannelCreated | ChannelTested | Nothing };
  deleteAccount: { body: DeleteAccountRequest; answer: null };
  /** Takes any body. */
  exportAccount: { body: unknown; answer: AccountExport };
  followShows: { body: FollowShowsRequest; answer: ShowsFollowed };
  keys: { body: KeysRequest; answer: KeyCreated | Nothing };
  lookUpShow: { body: LookUpShowRequest; answer: ShowLookup };
  previewDigest: { body: DigestPreviewRequest; answer: DigestPreview };
  previewShows: { body: PreviewShowsRequest; answer: ShowsPreview };
  unfollowShow: { body: UnfollowShowRequest; answer: Nothing };
}

export type MemberOperation = keyof MemberOperations;
