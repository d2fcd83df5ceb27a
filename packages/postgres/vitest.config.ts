import { defineConfig } from 'vitest/config'
import { sample } from './test/everywhere/projects.ts'

export default defineConfig({
  test: {
    // The files of a project share what they import.
    isolate: false,
    projects: [
      {
        test: {
          name: 'postgres',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...sample,
    ],
    reporters: ['default', ['json', { outputFile: 'test-report/vitest.json' }]],
  },
})
