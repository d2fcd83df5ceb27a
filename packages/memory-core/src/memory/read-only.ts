import type { ResolvedLayers } from '../options.ts'

/** What a memory does by itself, switched off where nothing can be written; what is asked for fails and says why. */
export function readOnlyLayers(layers: ResolvedLayers): ResolvedLayers {
  const { capture, consolidation, maintenance, records } = layers
  return {
    ...layers,
    capture: { ...capture, auto: false },
    consolidation: { ...consolidation, auto: false },
    maintenance: { ...maintenance, auto: false },
    records: { ...records, touchOn: [] },
  }
}
