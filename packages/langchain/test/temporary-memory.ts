import { createTemporaryMemories } from '@daybook/memory-core/testing'
import { onTestFinished } from 'vitest'

export { saidIn as said, windowIn as windowOf } from '@daybook/memory-core/testing'
export const { temporaryDirectory, temporaryMemory, temporaryMemories } = createTemporaryMemories(onTestFinished)
