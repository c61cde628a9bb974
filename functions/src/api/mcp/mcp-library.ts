// A separate bundle, so that other functions start without loading the library.
export { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
