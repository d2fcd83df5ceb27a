import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'inspector',
    include: ['src/**/*.test.ts', 'test/*.test.ts'],
    testTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
