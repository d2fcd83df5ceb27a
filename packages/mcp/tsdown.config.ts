import { built } from '../../tsdown.base.ts'

export default built(['src/index.ts', 'src/main.ts'])
