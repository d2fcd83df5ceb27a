/** A layer of which some calls are followed by `changed`, once they have succeeded. */
export function watched<Layer extends object>(
  layer: Layer,
  calls: readonly (keyof Layer)[],
  changed: () => void,
): Layer {
  const names = new Set<string | symbol>(calls.map(String))
  return new Proxy(layer, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function' || !names.has(name)) return method
      return async (...given: readonly unknown[]) => {
        const result: unknown = await Reflect.apply(method, target, given)
        changed()
        return result
      }
    },
  })
}
