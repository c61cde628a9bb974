import { changeAlert, createAlert, deleteAlert, getAlert, listAlerts } from './alert-operations.ts';
import {
  changeChannel,
  createChannel,
  deleteChannel,
  getChannel,
  listChannels,
  testChannel,
} from './channel-operations.ts';
import { listMatches, recentMatches } from './match-operations.ts';
import type { Operation } from './operation.ts';
import { explainQuery, getEpisode, searchEpisodes } from './search-operations.ts';
import { getTrend } from './trend-operation.ts';

export const OPERATIONS: readonly Operation[] = [
  searchEpisodes,
  getTrend,
  getEpisode,
  explainQuery,
  listAlerts,
  createAlert,
  getAlert,
  changeAlert,
  deleteAlert,
  recentMatches,
  listMatches,
  listChannels,
  createChannel,
  getChannel,
  changeChannel,
  testChannel,
  deleteChannel,
];
