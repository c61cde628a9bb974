import { Client } from '@sendgrid/client';
import type { ClientRequest } from '@sendgrid/client/src/request';
import sendgrid from '@sendgrid/mail';
import * as z from 'zod';
import { log } from '../platform/log.ts';
import type { Mailer, OutgoingMail, SendOutcome } from './mailer.ts';
import { needsOperator, sendgridOutcome } from './sendgrid-outcome.ts';
import { waitAskedForMs } from './wait-asked-for.ts';
import { within } from './within.ts';

interface SendgridSettings {
  apiKey: string;
  /** Where the API is, without a slash at the end. */
  baseUrl: string;
  from: { name: string; address: string };
  timeoutMs: number;
}

/** Headers arrive as an object of a class of axios's own; names are in lower case. */
const headersSchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null)
  .transform((headers): Record<string, unknown> => ({ ...headers }));

const successSchema = z.object({ headers: headersSchema });

/** What the library throws for an answer that is no success. */
const failureSchema = z.object({
  code: z.int(),
  response: z.object({ headers: headersSchema }),
});

/** Sends through SendGrid's `/v3/mail/send`, without click or open tracking. */
export function sendgridMailer({ apiKey, baseUrl, from, timeoutMs }: SendgridSettings): Mailer {
  const client = new Client();
  client.setApiKey(apiKey);
  // The library hands these on to axios; its types know only a part of them. A redirect would take
  // the key along to wherever it leads.
  const options: object = { baseUrl, timeout: timeoutMs, maxRedirects: 0 };
  client.setDefaultRequest(options as ClientRequest);
  sendgrid.setClient(client);

  async function attempt(mail: OutgoingMail): Promise<SendOutcome> {
    try {
      const [answer] = await sendgrid.send(messageOf(mail, from));
      const messageId = successSchema.parse(answer).headers['x-message-id'];
      return { kind: 'accepted', messageId: typeof messageId === 'string' ? messageId : '' };
    } catch (error) {
      // Of the error only what is picked here may go on: it holds the request, and that the key.
      const failure = failureSchema.safeParse(error);
      if (!failure.success) {
        return { kind: 'unavailable', retryAfterMs: null, reason: `sendgrid-${codeOf(error)}` };
      }
      const { code, response } = failure.data;
      if (needsOperator(code)) log('error', 'mail-transport-refused', { status: code });
      return sendgridOutcome(code, waitAskedForMs(response.headers, Date.now()));
    }
  }

  const late = { kind: 'unavailable', retryAfterMs: null, reason: 'sendgrid-timeout' } as const;
  return { send: (mail) => within(timeoutMs, attempt(mail), late) };
}

function messageOf(mail: OutgoingMail, from: SendgridSettings['from']) {
  return {
    from: { email: from.address, name: from.name },
    // Headers of the whole message would go to the API as headers of the request, too.
    personalizations: [
      {
        to: mail.to,
        headers: mail.headers,
        customArgs: { digestId: mail.digestId, uid: mail.uid },
      },
    ],
    subject: mail.subject,
    content: [
      { type: 'text/plain', value: mail.text },
      { type: 'text/html', value: mail.html },
    ] as [{ type: string; value: string }, { type: string; value: string }],
    trackingSettings: {
      clickTracking: { enable: false, enableText: false },
      openTracking: { enable: false },
      subscriptionTracking: { enable: false },
    },
  };
}

/** What kept the request from being answered: `ECONNREFUSED`, `ECONNABORTED`. */
function codeOf(error: unknown): string {
  const code = z.object({ code: z.string().regex(/^[A-Z_]+$/) }).safeParse(error);
  return code.success ? code.data.code : 'unanswered';
}
