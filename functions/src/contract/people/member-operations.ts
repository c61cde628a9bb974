import type { AccountExport, ConfirmAddressRequest, DeleteAccountRequest } from './account.ts';
import type { AlertCounts, AlertCountsRequest } from './alert-counts.ts';
import type { KeyCreated, KeysRequest } from './api-key.ts';
import type { AppAllowed, AppDescribed, AppsRequest } from './connected-app.ts';
import type { ChannelCreated, ChannelsRequest, ChannelTested, PushKey } from './channel.ts';
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
 * Operations of the function `member`. Their path (`member/lookUpShow`) selects body limits and appears in logs.
 */
export interface MemberOperations {
  alertCounts: { body: AlertCountsRequest; answer: AlertCounts };
  apps: { body: AppsRequest; answer: AppDescribed | AppAllowed | Nothing };
  channels: { body: ChannelsRequest; answer: ChannelCreated | ChannelTested | PushKey | Nothing };
  confirmAddress: { body: ConfirmAddressRequest; answer: Nothing };
  deleteAccount: { body: DeleteAccountRequest; answer: null };
  exportAccount: { body: unknown; answer: AccountExport };
  followShows: { body: FollowShowsRequest; answer: ShowsFollowed };
  keys: { body: KeysRequest; answer: KeyCreated | Nothing };
  lookUpShow: { body: LookUpShowRequest; answer: ShowLookup };
  previewDigest: { body: DigestPreviewRequest; answer: DigestPreview };
  previewShows: { body: PreviewShowsRequest; answer: ShowsPreview };
  unfollowShow: { body: UnfollowShowRequest; answer: Nothing };
}

export type MemberOperation = keyof MemberOperations;
