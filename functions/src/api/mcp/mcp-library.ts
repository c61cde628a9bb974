// A bundle of its own: other functions start without reading the library.
export { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
