import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createTransport } from 'nodemailer';
import {
  type SendgridRequest,
  sendgridRequestSchema,
} from '../../functions/src/delivery/mail/transport/fixtures/sendgrid-request.ts';
import { sendgridUrl, smtpUrl } from './stack.ts';

/** Writes the response; by default 202, like the real API. */
type SendgridAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Sendgrid {
  /** Valid requests, oldest first. */
  readonly requests: SendgridRequest[];
  /** Problems of invalid requests, which get status 400. */
  readonly wrong: string[];
  /** Sets the response of all further requests; null restores the default. */
  answerWith(answer: SendgridAnswer | null): void;
  to(email: string): SendgridRequest[];
  close(): Promise<void>;
}

/**
 * Validates all requests against SendGrid's documentation.
 * @param deliver True to put accepted emails into the inbox.
 * @param pages Other pages by path at the same URL: Apple's lookup, and feeds.
 */
export async function openSendgrid({
  deliver = false,
  pages = {},
}: { deliver?: boolean; pages?: Readonly<Record<string, string>> } = {}): Promise<Sendgrid> {
  const requests: SendgridRequest[] = [];
  const wrong: string[] = [];
  let chosen: SendgridAnswer | null = null;

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const page = pages[new URL(request.url ?? '', sendgridUrl()).pathname];
    if (request.method === 'GET' && page !== undefined) {
      response.end(page);
      return;
    }
    // Responds with the API key's permissions, which are checked before an email is retried.
    if (request.method === 'GET' && request.url === '/v3/scopes') {
      if (chosen === null) response.end('{"scopes":["mail.send"]}');
      else chosen(request, response);
      return;
    }
    const problem = whatIsWrong(request);
    const parsed = sendgridRequestSchema.safeParse(parsedJson(Buffer.concat(chunks)));
    if (problem !== null || !parsed.success) {
      wrong.push(problem ?? String(parsed.error));
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ errors: [{ message: 'Bad Request', field: null }] }));
      return;
    }
    requests.push(parsed.data);
    if (chosen !== null) {
      chosen(request, response);
      return;
    }
    if (deliver) await deliverToInbox(parsed.data);
    response.writeHead(202, { 'x-message-id': `message-${requests.length}` }).end();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      wrong.push(String(error));
      response.destroy();
    });
  });
  const { hostname, port } = new URL(sendgridUrl());
  server.listen(Number(port), hostname);
  await once(server, 'listening');
  return {
    requests,
    wrong,
    answerWith(answer) {
      chosen = answer;
    },
    to: (email) =>
      requests.filter(({ personalizations }) =>
        personalizations.some(({ to }) => to.some((address) => address.email === email)),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function whatIsWrong({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'POST' || url !== '/v3/mail/send') return `${method ?? ''} ${url ?? ''}`;
  if (headers.authorization !== 'Bearer SG.tests') return 'authorization';
  return headers['content-type']?.startsWith('application/json') ? null : 'content type';
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

async function deliverToInbox({ from, subject, personalizations, content }: SendgridRequest) {
  const transport = createTransport({ url: smtpUrl() });
  for (const { to, headers = {} } of personalizations) {
    await transport.sendMail({
      from: { name: from.name ?? '', address: from.email },
      to: to.map(({ email, name = '' }) => ({ name, address: email })),
      subject,
      headers,
      text: content.find(({ type }) => type === 'text/plain')?.value,
      html: content.find(({ type }) => type === 'text/html')?.value,
    });
  }
}
