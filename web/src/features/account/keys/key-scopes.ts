import type { KeyScope } from 'functions/contract';

export const SCOPES: Record<KeyScope, string> = {
  read: 'Search, read episodes and your matches',
  alerts: 'List, add, change and delete your alerts',
  channels: 'List, add, change and delete your channels: where matches go',
};
