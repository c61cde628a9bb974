import type * as z from 'zod';
import type { EpisodeLookup, SpeechLookup } from '../../catalogue/answers/catalogue-query.ts';
import type {
  Episode,
  KeyScope,
  SearchRequest,
  SearchResponse,
  SpeechResponse,
} from '../../contract/index.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AlertStore } from '../alerts/alert-store.ts';
import type { ChannelStore } from '../channels/channel-store.ts';

/**
 * A program with a person's key, an app that a person has connected, or an assistant without either. Methods throw
 * `AppError`.
 */
export interface Caller {
  kind: 'key' | 'app' | 'visitor';
  /** Empty for a visitor. */
  scopes: readonly KeyScope[];
  /** Charges a search to the key's allowance; without keywords, one unit. Throws 'rate-limited'. */
  charge: (keywords: readonly string[]) => Promise<void>;
  /** Charges one unit for every full hundred of documents. Throws 'rate-limited'. */
  chargeReads: (documents: number) => Promise<void>;
  search: (request: SearchRequest) => Promise<SearchResponse>;
  episode: (lookup: EpisodeLookup) => Promise<Episode | null>;
  speech: (lookup: SpeechLookup) => Promise<SpeechResponse['sentences']>;
  alerts: AlertStore;
  channels: ChannelStore;
  siteUrl: string;
  nowMs: number;
}

export interface Outcome<Answer> {
  answer: Answer;
  /** HTTP status; default 200. */
  status?: 201;
}

export interface Operation {
  /** Names the operation in the OpenAPI document and in the log. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v1`. `{id}` is a field of the request. */
  path: string;
  scope: KeyScope;
  /** True if assistants may call it without a key: it reads nothing of a person. */
  isPublic?: true;
  summary: string;
  description: string;
  /** Validates path, query and body as one object; refuses unknown fields. */
  request: z.ZodObject;
  answer: z.ZodObject;
  /** The corresponding MCP tool. Its description tells agents when to use the tool and when not. */
  tool?: {
    name: string;
    description: string;
    request?: z.ZodObject;
    shorten?: (answer: never) => unknown;
  };
  /** @param given Parsed by this operation's `request`. */
  run: (given: never, caller: Caller) => Promise<Outcome<unknown>>;
  /** The keywords for which the operation searches; they determine its cost. */
  keywords?: (given: never) => readonly string[];
}

interface Parts<Request extends z.ZodObject, Answer extends z.ZodObject> extends Omit<
  Operation,
  'request' | 'answer' | 'run' | 'keywords'
> {
  request: Request;
  answer: Answer;
  run: (given: z.output<Request>, caller: Caller) => Promise<Outcome<z.input<Answer>>>;
  keywords?: (given: z.output<Request>) => readonly string[];
}

/** TypeScript checks that `run` fits the types of `request` and `answer`. */
export function operation<Request extends z.ZodObject, Answer extends z.ZodObject>(
  parts: Parts<Request, Answer>,
): Operation {
  return parts;
}

/**
 * Charges malformed requests, too. Throws 'scope-missing', 'invalid-request' with the reason, 'rate-limited', and
 * what the operation throws.
 * @param given Returns the unvalidated request; may throw 'invalid-request'.
 */
export async function callOperation(
  called: Operation,
  given: () => unknown,
  caller: Caller,
): Promise<Outcome<unknown>> {
  requireScope(called, caller);
  const read = readOrRefuse(called, given);
  await caller.charge(read instanceof AppError ? [] : (called.keywords?.(read) ?? []));
  if (read instanceof AppError) throw read;
  return called.run(read, caller);
}

/** True for a scope of the key or app. Assistants may always call what reads nothing of a person. */
export function mayCall(called: Operation, { kind, scopes }: Pick<Caller, 'kind' | 'scopes'>) {
  return scopes.includes(called.scope) || (called.isPublic === true && kind !== 'key');
}

export function requireScope(called: Operation, caller: Caller): void {
  if (mayCall(called, caller)) return;
  if (caller.kind === 'visitor') {
    throw new AppError('key-invalid', `sign in, or send a key: ${caller.siteUrl}/developers`);
  }
  const owner = caller.kind === 'key' ? 'key' : 'app';
  throw new AppError('scope-missing', `this ${owner} has no scope ${called.scope}`);
}

function readOrRefuse({ request }: Operation, given: () => unknown): never | AppError {
  try {
    const { data, error } = request.safeParse(given());
    return error ? new AppError('invalid-request', reasonOf(error)) : (data as never);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function reasonOf({ issues }: z.ZodError): string {
  const [first] = issues;
  if (first === undefined) return 'the request has other fields';
  const where = first.path.length > 0 ? first.path.join('.') : 'request';
  return `${where}: ${first.message}`;
}
