export const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/** True if an `Accept` header permits JSON, by name or with a wildcard; a missing header permits everything. */
export function takesJson(accept: string): boolean {
  const types = accept.split(',').map((type) => type.trim().toLowerCase());
  return types.some(
    (type) =>
      (type === '' && types.length === 1) ||
      (/^(application\/json|application\/\*|\*\/\*)(;|$|\s)/.test(type) &&
        !/;\s*q=0(\.0*)?\s*(;|$)/.test(type)),
  );
}

/** The response as JSON if it is a stream of exactly one message; any other response stays unchanged. */
export async function jsonOfEvents(answer: Response): Promise<Response> {
  if (answer.headers.get('content-type')?.startsWith(EVENTS_TYPE) !== true) return answer;
  const text = await answer.text();
  const messages = text
    .split(/\n\n/)
    .map((event) =>
      event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trim())
        .join('\n'),
    )
    .filter((data) => data !== '');
  const headers = new Headers(answer.headers);
  const [message] = messages;
  const isOne = messages.length === 1 && message !== undefined;
  if (isOne) headers.set('content-type', JSON_TYPE);
  return new Response(isOne ? message : text, { status: answer.status, headers });
}
