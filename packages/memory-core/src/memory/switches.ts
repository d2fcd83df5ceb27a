import { MemoryError } from '../errors.ts'
import { type SwitchableLayer, switchableLayers } from '../options.ts'

/** Which layers are on, for their callers. */
export interface Switches {
  /** The layers that are on. */
  names: readonly SwitchableLayer[]
  /** Makes the error `layer-off` of a layer that is off; undefined for one that is on. */
  refusal(layer: string): (() => MemoryError) | undefined
  /** @throws MemoryError `layer-off` unless all of these are on */
  refuseWithout(...names: readonly SwitchableLayer[]): void
}

/** Makes the switches. */
export function createSwitches(on: Readonly<Record<SwitchableLayer, boolean>>): Switches {
  const names = namesOn(on)

  function offError(name: SwitchableLayer): MemoryError {
    return new MemoryError(
      'layer-off',
      `the layer ${name} is off, on are ${names.join(', ')}: open the memory with the option "${name}: {}", or with a profile that has it`,
    )
  }
  return {
    names,
    refusal(layer) {
      const name = switchableLayers.find((one) => one === layer)
      return name === undefined || on[name] ? undefined : () => offError(name)
    },
    refuseWithout(...names) {
      for (const name of names) if (!on[name]) throw offError(name)
    },
  }
}

/** The names of those that are on. */
export function namesOn(on: Readonly<Record<SwitchableLayer, boolean>>): SwitchableLayer[] {
  return switchableLayers.filter((layer) => on[layer])
}
