import { BODY_LIMITS } from './body-limits.ts';
import { functionTarget } from './platform/environment.ts';
import { guardServer } from './platform/http/guard-server.ts';

export { deleteAccount } from './account/delete-account-call.ts';
export { exportAccount } from './account/export-account-call.ts';
export { sweepAccount } from './account/sweep-account-task.ts';
export { sendAlerts } from './alerts/runs/alerts-schedule.ts';
export { planAlerts } from './alerts/runs/shard-task.ts';
export { deliverDigest } from './alerts/delivery/deliver-task.ts';
export { channels } from './channel-settings/channels-call.ts';
export { mailEvents } from './mail-events/mail-events-endpoint.ts';
export { resumeDigests } from './alerts/runs/resume-schedule.ts';
export { previewDigest } from './previews/preview-digest-call.ts';
export { privateFeeds } from './private-feeds/private-feeds-endpoint.ts';
export { publicFeeds } from './public-feeds/public-feeds-endpoint.ts';
export { unsubscribe } from './unsubscribe/unsubscribe-endpoint.ts';
export { followShows, lookUpShow, previewShows, unfollowShow } from './shows/shows-call.ts';
export { refreshCatalogue } from './catalogue/refresh/refresh-schedule.ts';
export { refreshFeeds } from './catalogue/refresh/refresh-task.ts';
export { feedPings } from './catalogue/wake-ups/feed-pings-endpoint.ts';
export { wakeFeeds } from './catalogue/wake-ups/wake-feeds-schedule.ts';
export { pages } from './pages/pages-endpoint.ts';
export { health } from './search/health-endpoint.ts';
export { search } from './search/search-endpoint.ts';

const limits = BODY_LIMITS[functionTarget() ?? ''];
if (limits) guardServer(limits);
