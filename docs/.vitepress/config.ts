import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { repository } from '../../tools/repository.ts'

const docs = join(import.meta.dirname, '..')

/** The pages of a folder, by their titles. */
const pagesIn = (folder: string) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => {
      const [, text = name] = /^# (.+)$/m.exec(readFileSync(join(docs, folder, name), 'utf8')) ?? []
      return { text, link: `/${folder}/${name.slice(0, -3)}` }
    })

export default defineConfig({
  title: 'Daybook',
  description: 'Memory for AI agents, in files that you can read, edit and commit',
  cleanUrls: true,
  lastUpdated: false,
  vite: { plugins: [llmstxt({ ignoreFiles: ['api/**', 'repository/**', 'node_modules/**'] })] },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    nav: [
      { text: 'Start', link: '/start/' },
      { text: 'Concepts', link: '/concepts' },
      { text: 'Guides', link: '/guides/many-users' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: [
      { text: 'Start', link: '/start/', items: pagesIn('start') },
      { text: 'Concepts', link: '/concepts' },
      { text: 'Guides', items: pagesIn('guides') },
      { text: 'Reference', items: [...pagesIn('reference'), { text: 'API', link: '/api/' }] },
      {
        text: 'Behind it',
        items: [
          { text: 'What it promises', link: '/guarantees' },
          { text: 'Every promise with its test', link: '/repository/GUARANTEES' },
          { text: 'The profiles', link: '/profiles' },
          { text: 'Measured', link: '/figures' },
          { text: 'How it is built', link: '/repository/ARCHITECTURE' },
          { text: 'Decisions', link: '/repository/decisions/' },
          { text: 'Releasing', link: '/release' },
        ],
      },
    ],
  },
})
