import { defineConfig } from 'vitest/config'
import { everywhere } from './test/everywhere/projects.ts'

export default defineConfig({
  test: {
    projects: [...everywhere],
    reporters: ['default', ['json', { outputFile: 'test-report/everywhere.json' }]],
  },
})
