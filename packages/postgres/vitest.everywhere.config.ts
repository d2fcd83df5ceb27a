import { defineConfig } from 'vitest/config'
import { everywhere } from './test/everywhere/projects.ts'

export default defineConfig({
  test: {
    // The files of a project share what they import.
    isolate: false,
    projects: [...everywhere],
    reporters: ['default', ['json', { outputFile: 'test-report/everywhere.json' }]],
  },
})
