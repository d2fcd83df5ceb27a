import type { Driver } from './driver.ts'

/** Every compared store. Each is loaded only in the process that uses it. */
export const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  Daybook: async () => (await import('./daybook.ts')).daybook,
  'Daybook records': async () => (await import('./daybook.ts')).daybookRecords,
  mem0: async () => (await import('./mem0.ts')).mem0,
  Mastra: async () => (await import('./mastra.ts')).mastra,
  'LangGraph InMemoryStore': async () => (await import('./langgraph.ts')).langgraph,
  'MCP server-memory': async () => (await import('./mcp-server-memory.ts')).mcpServerMemory,
  'LangChain file history': async () => (await import('./langchain-file-history.ts')).langchainFileHistory,
}
