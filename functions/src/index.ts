// The build reads these lines, and makes each function load when it is read (build/bundle.js).
export { api } from './api/api-endpoint.ts';
export { member } from './member/member-call.ts';
export { sweepAccount } from './member/account/sweep-account-task.ts';
export { sendAlerts } from './alerts/plan/alerts-schedule.ts';
export { planAlerts } from './alerts/plan/shard-task.ts';
export { deliverDigest } from './alerts/outbox/deliver-task.ts';
export { deliverToChannel } from './alerts/outbox/deliver-channel-task.ts';
export { mailEvents } from './alerts/reports/mail-events-endpoint.ts';
export { resumeDigests } from './alerts/plan/resume-schedule.ts';
export { feeds } from './site/feeds/feeds-endpoint.ts';
export { unsubscribe } from './delivery/links/unsubscribe-endpoint.ts';
export { refreshCatalogue } from './refresh/refresh-schedule.ts';
export { hearEpisodes } from './transcription/transcription-task.ts';
export { refreshFeeds } from './refresh/refresh-task.ts';
export { pages } from './site/pages/pages-endpoint.ts';
export { health } from './site/health/health-endpoint.ts';
export { search } from './search/search-endpoint.ts';
