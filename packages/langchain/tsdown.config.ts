import { built } from '../../tsdown.base.ts'

export default built([
  'src/index.ts',
  'src/middleware.ts',
  'src/store.ts',
  'src/retriever.ts',
  'src/history.ts',
  'src/memory.ts',
  'src/cache.ts',
  'src/tools.ts',
  'src/testing.ts',
])
