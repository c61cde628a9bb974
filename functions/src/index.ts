export { deleteAccount } from './account/delete-account-call.ts';
export { exportAccount } from './account/export-account-call.ts';
export { sweepAccount } from './account/sweep-account-task.ts';
export { mailEvents } from './alerts/mail-events-endpoint.ts';
export { unsubscribe } from './alerts/unsubscribe-endpoint.ts';
export { refreshCatalogue } from './catalogue/refresh-schedule.ts';
export { health } from './search/health-endpoint.ts';
export { search } from './search/search-endpoint.ts';
