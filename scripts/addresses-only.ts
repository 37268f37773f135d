import type { Plugin } from 'vite'

const CONTRACT =
  /src\/(features\/[^/]+\/contract(\.ts|\/[^/]+\.ts)|shared\/measured(-on-wire)?\.ts)$/
const SHAPES = /src\/shared\/(person-shapes|wire)\.ts$/
const SCREEN = /src\/(web|kit|features\/[^/]+\/ui)\//
const USES_WHOLE_SHAPE = /\.(input|reply)\b(\.shape|\s*$)/m
const HINT =
  'Endpoints reach the browser without their shapes: export the field from a contract module and import that.'

/** Parts of shapes that several endpoints share are objects of calls. */
const MADE = /^(Call|Object)Expression$/

type Span = { start: number; end: number }
type Call = Span & { type: string; callee?: { name?: string }; arguments?: Span[] }
type Declaration = { declarations?: { init: Call | null }[] }
type Statement = { declaration?: Declaration | null } & Declaration

/**
 * The browser calls an endpoint by method and path; its shapes, and the validation library with them, are for the
 * server. This build takes them out of the contracts, and what is not imported by name goes as well.
 */
export function addressesOnly(): Plugin {
  return {
    name: 'addresses-only',
    transform(code, id) {
      if (SCREEN.test(id) && USES_WHOLE_SHAPE.test(code)) this.error(`${id}: ${HINT}`)
      if (SHAPES.test(id)) return { moduleSideEffects: false }
      if (!CONTRACT.test(id)) return null
      const body = this.parse(code).body as unknown as Statement[]
      return { code: edited(code, body.flatMap(callsOf)), map: null, moduleSideEffects: false }
    },
  }
}

function callsOf(statement: Statement): Call[] {
  const { declarations = [] } = statement.declaration ?? statement
  return declarations.flatMap(({ init }) => (init && MADE.test(init.type) ? [init] : []))
}

/** From the last to the first, so that earlier places stay where they are. */
function edited(code: string, calls: Call[]): string {
  return calls.reduceRight((text, call) => {
    const [first, second] = call.arguments ?? []
    const isEndpoint = call.callee?.name === 'endpoint' && first && second
    const value = isEndpoint
      ? `endpoint(${code.slice(first.start, first.end)})`
      : code.slice(call.start, call.end)
    // Pure as a whole, however long the chain of calls inside.
    return `${text.slice(0, call.start)}/*@__PURE__*/ (() => (${value}))()${text.slice(call.end)}`
  }, code)
}
