export { DaybookChainMemory, type DaybookChainMemoryOptions } from './daybook-chain-memory.ts'
