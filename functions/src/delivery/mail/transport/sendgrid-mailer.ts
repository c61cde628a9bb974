import { Client } from '@sendgrid/client';
import type { ClientRequest } from '@sendgrid/client/src/request';
import { MailService } from '@sendgrid/mail';
import * as z from 'zod';
import { errorCode, log } from '../../../platform/log.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import type { Mailer, OutgoingMail, Sender, SendOutcome } from './mailer.ts';
import {
  needsOperator,
  sendgridOutcome,
  sendgridWaitMs,
  unansweredOutcome,
} from './sendgrid-outcome.ts';
import { type RequestProgress, watchedRequest } from './watched-request.ts';

interface SendgridSettings extends Sender {
  apiKey: string;
  baseUrl: string;
}

type Message = Parameters<MailService['send']>[0];

/** Accepts an instance of an axios class, whose header names are in lower case. */
const headersSchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null)
  .transform((headers): Record<string, unknown> => ({ ...headers }));

const successSchema = z.object({ headers: headersSchema });

/** Thrown by SendGrid's library for an error response. */
const failureSchema = z.object({
  code: z.int(),
  response: z.object({ headers: headersSchema }),
});

const redirectSchema = z.object({
  response: z.object({ status: z.int().min(300).max(399), headers: headersSchema }),
});

export function sendgridMailer({ apiKey, baseUrl, from, timeoutMs }: SendgridSettings): Mailer {
  return {
    send(mail) {
      const { progress, transport } = watchedRequest();
      const sending = (signal: AbortSignal) => {
        const client = new Client();
        client.setApiKey(apiKey);
        // Options for axios, some of which the library's types lack. A redirect would send the API key to
        // another host.
        const options: object = { baseUrl, maxRedirects: 0, transport, signal };
        client.setDefaultRequest(options as ClientRequest);
        const service = new MailService();
        service.setClient(client);
        return attempt(service, messageOf(mail, from), progress);
      };
      return withTimeout(timeoutMs, sending, {
        late: () => unansweredOutcome(progress, 'timeout'),
      });
    },

    // `/v3/scopes` is the cheapest request that reaches the servers behind SendGrid's gateway.
    isThere() {
      const asking = async (signal: AbortSignal) => {
        const headers = { authorization: `Bearer ${apiKey}` };
        const request = { headers, signal, redirect: 'manual' } as const;
        const answer = await fetch(`${baseUrl}/v3/scopes`, request);
        await answer.body?.cancel();
        return answer.status < 500;
      };
      return withTimeout(timeoutMs, asking, { late: () => false }).catch(() => false);
    },
  };
}

async function attempt(
  service: MailService,
  message: Message,
  progress: RequestProgress,
): Promise<SendOutcome> {
  try {
    const [answer] = await service.send(message);
    const messageId = successSchema.parse(answer).headers['x-message-id'];
    return { kind: 'accepted', messageId: typeof messageId === 'string' ? messageId : '' };
  } catch (error) {
    // The error contains the request with the API key, so pass on only selected fields.
    const answer = refusalIn(error);
    if (answer === null) return unansweredOutcome(progress, errorCode(error) ?? 'unanswered');
    const { status, headers } = answer;
    if (needsOperator(status)) log('error', 'mail-transport-refused', { status });
    return sendgridOutcome(status, sendgridWaitMs(headers, Date.now()));
  }
}

function refusalIn(error: unknown) {
  const refused = failureSchema.safeParse(error);
  if (refused.success) {
    const { code, response } = refused.data;
    return { status: code, headers: response.headers };
  }
  return redirectSchema.safeParse(error).data?.response ?? null;
}

function messageOf(mail: OutgoingMail, from: SendgridSettings['from']): Message {
  return {
    from: { email: from.address, name: from.name },
    // Set headers per recipient, because headers of the whole message would also become headers of the API request.
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
