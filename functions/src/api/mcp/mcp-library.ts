// Bundled apart, so that other functions need not read the library when they start.
export { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
