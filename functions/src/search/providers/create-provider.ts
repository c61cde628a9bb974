import type { Config } from '../../platform/config.ts';
import { catalogueProvider } from './catalogue-provider.ts';
import { firestoreDailyBudget } from './daily-budget.ts';
import { httpProvider } from './http-provider.ts';
import { listenNotesProvider } from './listen-notes-provider.ts';
import type { SearchProvider } from './search-provider.ts';

/** The provider that the settings choose. */
export function createProvider({ search, catalogueUrl }: Config): SearchProvider {
  switch (search.provider) {
    case 'catalogue':
      return catalogueProvider(catalogueUrl);
    case 'listennotes':
      return listenNotesProvider(search, firestoreDailyBudget('listennotes', search.dailyBudget));
    case 'http':
      return httpProvider(search.backendUrl);
  }
}
