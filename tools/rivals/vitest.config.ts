import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'rivals', include: ['**/*.test.ts'], testTimeout: 60_000 } })
