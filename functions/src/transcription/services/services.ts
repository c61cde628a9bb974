import * as z from 'zod';
import {
  type Environment,
  processEnvironment,
  readSettings,
  withoutSlashAtEnd,
} from '../../platform/environment.ts';
import { languageCode } from '../../query/language.ts';
import { openaiService } from './openai-service.ts';
import type { TranscriptionService } from './transcription-service.ts';

interface Opened {
  url: string;
  key: string | null;
  model: string;
}

/** APIs that `TRANSCRIBE_URL` may have. A new API needs an entry here and a driver. */
const SERVICES: Record<string, (settings: Opened) => TranscriptionService> = {
  openai: openaiService,
};

const settingsSchema = z.object({
  TRANSCRIBE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address' })
    .transform(withoutSlashAtEnd)
    .optional(),
  TRANSCRIBE_API: z.enum(Object.keys(SERVICES)).default('openai'),
  TRANSCRIBE_KEY: z.string().optional(),
  TRANSCRIBE_MODEL: z.string().default('whisper-1'),
  /** Minutes of audio per UTC day. */
  TRANSCRIBE_MINUTES_A_DAY: z.coerce.number().int().min(1).max(100_000).default(120),
  /** Language codes. Empty means all languages. */
  TRANSCRIBE_LANGUAGES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(
        z.string().transform((written, context) => {
          const code = languageCode(written);
          if (code !== null) return code;
          context.addIssue('must be a list of languages, such as en, de');
          return z.NEVER;
        }),
      ),
    ),
  TRANSCRIBE_SHOWS: z.enum(['followed', 'all']).default('followed'),
  /** US dollars, only for display. */
  TRANSCRIBE_PRICE_AN_HOUR: z.coerce.number().min(0).max(100).optional(),
});

export const TRANSCRIBE_NAMES = Object.keys(settingsSchema.shape);
export const TRANSCRIBE_SECRETS = ['TRANSCRIBE_KEY'];

export interface TranscriptionSettings {
  service: TranscriptionService;
  /** Identifies service and model. Does not contain the key. */
  endpoint: string;
  model: string;
  secondsADay: number;
  languages: string[];
  isForAllShows: boolean;
  priceAnHour: number | null;
}

/** Null if `TRANSCRIBE_URL` is not set. Throws one sentence that names every invalid setting. */
export function transcriptionSettings(
  environment: Environment = processEnvironment(),
): TranscriptionSettings | null {
  const read = readSettings('Transcription', settingsSchema, environment);
  const { TRANSCRIBE_URL: url, TRANSCRIBE_KEY, TRANSCRIBE_MODEL: model } = read;
  const open = SERVICES[read.TRANSCRIBE_API];
  if (url === undefined || open === undefined) return null;
  return {
    service: open({ url, key: TRANSCRIBE_KEY ?? null, model }),
    endpoint: `${url} ${model}`,
    model,
    secondsADay: read.TRANSCRIBE_MINUTES_A_DAY * 60,
    languages: read.TRANSCRIBE_LANGUAGES,
    isForAllShows: read.TRANSCRIBE_SHOWS === 'all',
    priceAnHour: read.TRANSCRIBE_PRICE_AN_HOUR ?? null,
  };
}
