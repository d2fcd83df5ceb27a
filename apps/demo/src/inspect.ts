import { startInspector } from '@daybook/inspector'

/** Opens a memory in the inspector: `npm run inspect -- FOLDER`, until Ctrl+C. */
const directory = process.argv[2] ?? 'apps/demo/workspace/ada'
const { url } = await startInspector({ directory })
console.log(
  `${directory} is open at\n\n  ${url}\n\nThe address lets its reader in: keep it to yourself. Ctrl+C ends it.`,
)
