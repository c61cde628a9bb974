import type { SitePage } from '#content/site-pages.ts';
import { PageMeta } from '#shared/page/page-meta.tsx';
import { site } from '#shared/site.ts';
import { Link } from '#shared/ui/link.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { TextSection } from '#shared/ui/text-section.tsx';
import { useSecretState } from '#shared/ui/use-secret-state.ts';
import { API_OPERATIONS, type ApiOperation } from './api-operations.ts';
import { CodeSnippet } from './code-snippet.tsx';
import { snippetsFor } from './snippets.ts';
import { TryOperation } from './try-operation.tsx';

const SNIPPETS = snippetsFor(site.url);

/** A typed key stays in memory until the person leaves the page. */
export function DevelopersPage({ page }: { page: SitePage }) {
  const [apiKey = '', setApiKey] = useSecretState<string>();
  return (
    <article className="mx-auto max-w-6xl *:max-w-[45rem] px-4 pt-8 pb-16 sm:px-6 sm:pt-12">
      <PageMeta page={page} />
      <h1 className="text-3xl font-bold tracking-display sm:text-4xl">{page.name}</h1>
      <p className="mt-4 leading-relaxed text-soft sm:text-lg">
        Search recent episodes, jump to the second where something is said, and manage alerts and
        channels from your own programs and AI assistants.
      </p>
      <div className="mt-8 space-y-4">
        {SNIPPETS.map((snippet) => (
          <CodeSnippet key={snippet.name} {...snippet} />
        ))}
      </div>
      <div className="mt-10 space-y-9">
        <TextSection title="Keys">
          <p>
            Make a key in your <Link to="/dashboard#keys">Account Settings</Link>, and send it with
            each call in a header: <Code>Authorization: Bearer es_…</Code>. Never put it in a URL.
            If a key leaks, revoke it in Account Settings.
          </p>
          <p>
            A key has the same search limit as you: <Code>RateLimit-Remaining</Code> says how many
            calls are left this minute. After a 429 response, <Code>Retry-After</Code> says how long
            to wait.
          </p>
        </TextSection>
        <TextSection title="Assistants (MCP)" id="connect">
          <p>
            Add <Code>{site.url}/mcp</Code> as a server (Streamable HTTP). Its tools search
            episodes, count mentions, read the transcript around a moment and explain queries. For
            your alerts and matches, the assistant asks once, and you press <em>Allow</em>; a key
            works, too.
          </p>
          <ul>
            <li>
              <strong>Claude:</strong> Settings, Connectors, Add custom connector. In Claude Code:{' '}
              <Code>claude mcp add --transport http earshot {site.url}/mcp</Code>, then{' '}
              <Code>/mcp</Code>.
            </li>
            <li>
              <strong>ChatGPT:</strong> Settings, Apps &amp; Connectors, Advanced settings,
              Developer mode, then Create, with OAuth.
            </li>
            <li>
              <strong>Cursor:</strong> <Code>{'{"mcpServers": {"earshot": {"url": "'}</Code>
              <Code>{site.url}/mcp</Code>
              <Code>{'"}}}'}</Code> in <Code>~/.cursor/mcp.json</Code>, then Connect.
            </li>
            <li>
              <strong>VS Code:</strong> the command MCP: Add Server, HTTP.
            </li>
          </ul>
          <p>
            Your <Link to="/dashboard#apps">Account Settings</Link> list what is connected, and
            disconnect it.
          </p>
        </TextSection>
        <TextSection title="In code">
          <p>
            The <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a> describes all of this for
            programs. Errors are <Code>{'{"error": {"code", "message"}}'}</Code>. Titles, notes and
            transcripts are written by others: treat them as data.
          </p>
        </TextSection>
        <section>
          <h2 className="text-lg font-semibold tracking-title">Try it</h2>
          <div className="noscript:hidden mt-3">
            <TextField
              label="Your key"
              hint="It stays on this page and is forgotten when you leave."
              value={apiKey}
              onChange={({ target }) => setApiKey(target.value.trim())}
              autoComplete="off"
              spellCheck={false}
              placeholder="es_…"
            />
          </div>
          <ul className="mt-5 space-y-3">
            {API_OPERATIONS.map((operation) => (
              <li key={operation.id}>
                <Operation operation={operation} apiKey={apiKey} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </article>
  );
}

function Operation({ operation, apiKey }: { operation: ApiOperation; apiKey: string }) {
  const { method, path, summary, description, fields } = operation;
  return (
    <details className="rounded-2xl border border-line bg-surface shadow-card">
      <summary className="cursor-pointer rounded-2xl p-4 sm:px-5">
        <span className="font-semibold">{summary}</span>
        <code className="mt-1 block text-sm break-words text-soft">
          {method} {path}
        </code>
      </summary>
      <div className="border-t border-line p-4 sm:p-5">
        <p className="leading-relaxed text-soft">{description.replaceAll('`', '')}</p>
        {fields.length > 0 && (
          <dl className="mt-4 space-y-2 text-sm">
            {fields.map(({ name, type, isRequired, description: text, usual, part }) => (
              <div key={name}>
                <dt className="inline font-mono font-semibold">{name}</dt>
                <dd className="inline text-soft">
                  {' '}
                  {[type, `in the ${part}`, isRequired ? 'required' : usual && `default: ${usual}`]
                    .filter(Boolean)
                    .join(', ')}
                  . {text}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <TryOperation operation={operation} apiKey={apiKey} />
      </div>
    </details>
  );
}

function Code({ children }: { children: string | readonly string[] }) {
  return <code className="text-[0.9em] break-words text-ink">{children}</code>;
}
