import { toJSONSchema, type ZodObject, z } from 'zod'

/** One field of a command's input, as a form or a command line shows it. */
export interface CommandField {
  name: string
  kind: 'text' | 'number' | 'flag' | 'list'
  /** The values that it can have, where they are few. */
  choices?: readonly string[]
  isRequired: boolean
  description: string
}

const property = z.looseObject({
  type: z.string().optional(),
  description: z.string().default(''),
  enum: z.array(z.string()).optional(),
  items: z.looseObject({ enum: z.array(z.string()).optional() }).optional(),
})
const shape = z.object({
  properties: z.record(z.string(), property).default({}),
  required: z.array(z.string()).default([]),
})
const kinds: Readonly<Record<string, CommandField['kind']>> = {
  integer: 'number',
  number: 'number',
  boolean: 'flag',
  array: 'list',
}

/** The fields of an input schema, in their order. */
export function fieldsOf(schema: ZodObject): CommandField[] {
  const { properties, required } = shape.parse(toJSONSchema(schema))
  return Object.entries(properties).map(([name, { type = '', description, enum: own, items }]) => {
    const choices = own ?? items?.enum
    return {
      name,
      kind: kinds[type] ?? 'text',
      ...(choices && { choices }),
      isRequired: required.includes(name),
      description,
    }
  })
}
