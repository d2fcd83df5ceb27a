export { createMemoryServer, type MemoryServer, type MemoryServerOptions } from './memory-server.ts'
export { type Serving, serveHttp, serveStdio } from './serve.ts'
