export { refreshCatalogue } from './catalogue/refresh-schedule.ts';
export { health } from './search/health-endpoint.ts';
export { search } from './search/search-endpoint.ts';
