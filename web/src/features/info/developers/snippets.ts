export interface Snippet {
  name: 'curl' | 'JavaScript' | 'MCP';
  text: string;
}

import { EXAMPLE_NAMES } from '#content/subject.ts';

const QUERY = encodeURIComponent(EXAMPLE_NAMES[0].toLowerCase());

/** Snippets read the key from a variable, so that no file or shell history contains it. */
export function snippetsFor(siteUrl: string): readonly Snippet[] {
  return [
    {
      name: 'curl',
      text: `curl -H "Authorization: Bearer $EARSHOT_KEY" \\
  '${siteUrl}/api/v1/search?q=${QUERY}&days=7'`,
    },
    {
      name: 'JavaScript',
      text: `const answer = await fetch('${siteUrl}/api/v1/search?q=${QUERY}&days=7', {
  headers: { Authorization: \`Bearer \${process.env.EARSHOT_KEY}\` },
});
const { episodes } = await answer.json();
for (const { title, podcast } of episodes) console.log(title, '·', podcast);`,
    },
    {
      name: 'MCP',
      text: `{
  "mcpServers": {
    "earshot": {
      "type": "http",
      "url": "${siteUrl}/mcp",
      "headers": { "Authorization": "Bearer \${EARSHOT_KEY}" }
    }
  }
}`,
    },
  ];
}
