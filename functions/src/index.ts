import { BODY_LIMITS } from './body-limits.ts';
import { functionTarget } from './platform/environment.ts';
import { guardServer } from './platform/http/guard-server.ts';

export { api } from './api/api-endpoint.ts';
export { member } from './member/member-call.ts';
export { sweepAccount } from './account/sweep-account-task.ts';
export { sendAlerts } from './alerts/runs/alerts-schedule.ts';
export { planAlerts } from './alerts/runs/shard-task.ts';
export { deliverDigest } from './alerts/delivery/deliver-task.ts';
export { deliverToChannel } from './alerts/delivery/deliver-channel-task.ts';
export { mailEvents } from './mail-events/mail-events-endpoint.ts';
export { resumeDigests } from './alerts/runs/resume-schedule.ts';
export { feeds } from './feeds-endpoint.ts';
export { unsubscribe } from './unsubscribe/unsubscribe-endpoint.ts';
export { refreshCatalogue } from './refresh/refresh-schedule.ts';
export { refreshFeeds } from './refresh/refresh-task.ts';
export { pages } from './pages/pages-endpoint.ts';
export { health } from './health/health-endpoint.ts';
export { search } from './search/search-endpoint.ts';

const limits = BODY_LIMITS[functionTarget() ?? ''];
if (limits) guardServer(limits);
