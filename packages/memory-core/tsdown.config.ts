import { built } from '../../tsdown.base.ts'

export default built([
  'src/index.ts',
  'src/adapters/index.ts',
  'src/local/index.ts',
  'src/storage/index.ts',
  'src/testing/index.ts',
  'src/tools/index.ts',
])
