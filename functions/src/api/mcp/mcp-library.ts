// A bundle of its own, so that other functions need not read it when they start.
export { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
