import {
  type Command,
  type CommandAnswer,
  commands,
  memoryLearnUnheard,
  offeredTools,
  runForModel,
  toolSources,
} from '@daybook/memory-core/tools'
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { Served } from './memory-server.ts'

const defaults = ['memory_recall', 'memory_learn', 'memory_forget', 'memory_context', 'memory_why', 'memory_log']

/** Registers the chosen tools whose layers are on. */
export function registerTools(served: Served): void {
  const { options, layers } = served
  const tools = options.tools ?? defaults
  const offered = offeredTools({ layers, toolChoice: false }, { tools, readOnly: options.readOnly })
  const names = new Set(offered.map(({ name }) => name))
  // The server hears only the model, which has to say what the user said.
  const known = commands.map((one) => (one.name === memoryLearnUnheard.name ? memoryLearnUnheard : one))
  for (const command of known) if (names.has(command.name)) registerTool(served, command)
}

function registerTool(served: Served, command: Command): void {
  const { name, purpose, description, outputSchema, effect } = command
  // Each field costs the model tokens; a host that chooses its own tools gets all fields.
  const inputSchema = withJson(served.options.tools === undefined ? command.briefSchema : command.inputSchema)
  const annotations = {
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'destroys',
    idempotentHint: effect !== 'writes',
    openWorldHint: false,
  }
  served.server.registerTool(
    name,
    { title: purpose.replace(/\.$/, ''), description, inputSchema, outputSchema: withJson(outputSchema), annotations },
    (input: unknown, context: ServerContext) => run(served, command, input, context),
  )
}

type Schema = Command['inputSchema']

const schemas = new WeakMap<Schema, StandardSchemaWithJSON>()

/** The schema, with its JSON Schema made once: the SDK asks for it in each request. */
function withJson(schema: Schema): StandardSchemaWithJSON {
  const known = schemas.get(schema)
  if (known) return known
  const { jsonSchema, ...standard } = schema['~standard']
  const input = once(jsonSchema.input)
  const output = once(jsonSchema.output)
  const made: StandardSchemaWithJSON = { '~standard': { ...standard, jsonSchema: { input, output } } }
  schemas.set(schema, made)
  return made
}

/** Keeps the first answer; the SDK asks with the same options each time. */
function once<Options, Answer>(make: (options: Options) => Answer): (options: Options) => Answer {
  let made: Answer | undefined
  return (options) => (made ??= make(options))
}

async function run(served: Served, command: Command, input: unknown, context: ServerContext) {
  const { signal } = context.mcpReq
  try {
    const sources = toolSources(await served.open(), served.report)
    if (command.effect === 'destroys' && canAsk(served, context)) {
      const answer = context.mcpReq.inputResponses?.['confirm']
      if (answer === undefined) {
        const dry = await command.answer(sources, { ...Object(input), dryRun: true }, { signal })
        if (dry.isNothing) return answered(dry)
        return askFor(dry.text)
      }
      if (acceptedContent(context.mcpReq.inputResponses, 'confirm')?.['confirm'] !== true)
        return failed('The user did not agree: nothing was removed.')
    }
    const answer = await runForModel(command, sources, input, { signal })
    if ('error' in answer) return failed(answer.error)
    if (command.effect !== 'reads') served.changed()
    return answered(answer)
  } catch (error) {
    signal.throwIfAborted()
    served.report(error)
    return failed(`Error: ${error instanceof Error ? error.message : 'the memory failed'}`)
  }
}

/** Whether the client can ask its user. Newer clients say so in each request, older ones when they connect. */
function canAsk({ server }: Served, { mcpReq: { envelope } }: ServerContext): boolean {
  const told: unknown = Reflect.get(envelope ?? {}, CLIENT_CAPABILITIES_META_KEY)
  const capabilities = told ?? server.server.getClientCapabilities()
  return typeof capabilities === 'object' && capabilities !== null && 'elicitation' in capabilities
}

function askFor(what: string) {
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({
        message: what,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Remove it permanently?' } },
          required: ['confirm'],
        },
      }),
    },
  })
}

function answered({ text, value }: CommandAnswer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...value } }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
