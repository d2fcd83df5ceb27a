import { MemoryError } from '../errors.ts'
import { type SwitchableLayer, switchableLayers } from '../options.ts'

/** Which layers are on, for whoever calls them. */
export interface Switches {
  /** The layers that are on. */
  names: readonly SwitchableLayer[]
  /** The layer as it is; of one that is off, every method rejects with `layer-off`. */
  layer<Layer extends object>(name: SwitchableLayer, layer: Layer): Layer
  /** @throws MemoryError `layer-off` unless all of these are on */
  refuseWithout(...names: readonly SwitchableLayer[]): void
}

/** Makes the switches. */
export function createSwitches(on: Readonly<Record<SwitchableLayer, boolean>>): Switches {
  const names = namesOn(on)

  function refuse(name: SwitchableLayer): never {
    throw new MemoryError(
      'layer-off',
      `the layer ${name} is off, on are ${names.join(', ')}: open the memory with the option "${name}: {}", or with a profile that has it`,
    )
  }
  return {
    names,
    layer(name, layer) {
      if (on[name]) return layer
      // Whoever awaits the layer itself gets the layer.
      return new Proxy(layer, { get: (_, method) => (method === 'then' ? undefined : async () => refuse(name)) })
    },
    refuseWithout(...names) {
      for (const name of names) if (!on[name]) refuse(name)
    },
  }
}

/** The names of those that are on. */
export function namesOn(on: Readonly<Record<SwitchableLayer, boolean>>): SwitchableLayer[] {
  return switchableLayers.filter((layer) => on[layer])
}
