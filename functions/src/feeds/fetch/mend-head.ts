type MendedHead =
  | { kind: 'incomplete' | 'no-http' }
  | {
      kind: 'head';
      text: string;
      /** Offset of the body in the answer. */
      end: number;
      /** True for an answer that another one follows (1xx). */
      isInterim: boolean;
      /** Length of the body; null if it lasts to the end of the connection or is chunked. */
      length: number | null;
    };

const STATUS_LINE = /^\s*(?:https?(?:\/\d(?:\.\d)?)?|icy)\s+(\d{3})(?!\d)/i;
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;
// eslint-disable-next-line no-control-regex -- These are the characters that no header may contain.
const FORBIDDEN = /[\0-\x08\x0a-\x1f\x7f]/g;
const ONLY_FOR_CONNECTION = new Set(['connection', 'keep-alive', 'upgrade', 'trailer']);

/**
 * Reads the head of an answer as browsers do: without lines that are no headers, and by the framing that can be
 * meant. Writes it as HTTP demands.
 * @param answer One character for each byte.
 */
export function mendHead(answer: string): MendedHead {
  const begin = answer.search(/\S/);
  const blank = /\n\r?\n/g;
  blank.lastIndex = Math.max(begin, 0);
  const end = blank.exec(answer);
  const status = STATUS_LINE.exec(answer)?.[1];
  if (status === undefined)
    return { kind: begin >= 0 && answer.includes('\n', begin) ? 'no-http' : 'incomplete' };
  if (end === null) return { kind: 'incomplete' };
  const fields = fieldsOf(answer.slice(begin, end.index));
  const valuesOf = (name: string) =>
    fields.filter((field) => field.name === name).flatMap(({ value }) => value.split(','));
  const isChunked = valuesOf('transfer-encoding').some((value) => /^\s*chunked\s*$/i.test(value));
  const length = isChunked ? null : lengthOf(valuesOf('content-length'));
  const isInterim = status.startsWith('1');
  const kept = fields.filter(
    ({ name }) =>
      !['transfer-encoding', 'content-length'].includes(name) && !ONLY_FOR_CONNECTION.has(name),
  );
  const framing = [
    ...(isChunked ? ['transfer-encoding: chunked'] : []),
    ...(length === null ? [] : [`content-length: ${length}`]),
    ...(isInterim ? [] : ['connection: close']),
  ];
  const lines = [
    `HTTP/1.1 ${status} `,
    ...kept.map(({ name, value }) => `${name}: ${value}`),
    ...framing,
  ];
  return {
    kind: 'head',
    text: `${lines.join('\r\n')}\r\n\r\n`,
    end: end.index + end[0].length,
    isInterim,
    length,
  };
}

function fieldsOf(head: string): { name: string; value: string }[] {
  return head
    .split(/\r\n|\n|\r/)
    .slice(1)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
      if (!HEADER_NAME.test(name)) return [];
      const value = line
        .slice(colon + 1)
        .replace(FORBIDDEN, '')
        .trim();
      return [{ name, value }];
    });
}

/** Null if the values contradict each other, so that the body lasts to the end of the connection. */
function lengthOf(values: readonly string[]): number | null {
  const [length, ...others] = new Set(values.map((value) => value.trim()));
  return length !== undefined && others.length === 0 && /^\d{1,15}$/.test(length)
    ? Number(length)
    : null;
}
