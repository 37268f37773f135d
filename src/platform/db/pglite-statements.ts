import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { AS_ACCOUNT } from './handles.ts'
import type { Asked } from './pglite-lines.ts'

type Row = Record<string, unknown>
/** One that was parsed: its name, empty where it is used once, and the types of its values. */
type Parsed = { name: string; types: readonly number[] }

const FILE = "'/dev/blob'"
const { serialize } = protocol
const { parseDescribeStatementResults: typesIn, parseResults } = parse

/**
 * Asks over the database's own protocol, in two messages where PGlite's `query` sends six. A statement that is `kept` is
 * parsed and planned once, which takes several times as long as finding its rows. Before the read of an account goes what
 * says as whom, in the same transaction: with its end both settings are gone, also where it fails.
 */
export function statementsOf(database: PGlite): (asked: Asked) => Promise<Results<Row>> {
  const known = new Map<string, Parsed>()

  const send = (...messages: Uint8Array[]) =>
    database.execProtocolStream(Buffer.concat(messages), { syncToFs: false })

  async function keep(text: string): Promise<Parsed> {
    const name = `kept_${known.size}`
    const described = await send(...parsing(name, text), serialize.sync())
    const parsed = { name, types: typesIn(described) }
    known.set(text, parsed)
    return parsed
  }

  async function asAccount(account: number | undefined): Promise<Uint8Array[]> {
    if (account === undefined) return []
    const { name } = known.get(AS_ACCOUNT) ?? (await keep(AS_ACCOUNT))
    return [serialize.bind({ statement: name, values: [String(account)] }), serialize.execute()]
  }

  const running = ({ name, types }: Parsed, { values = [] }: Asked) => [
    serialize.bind({ statement: name, values: values.map((value, i) => asText(value, types[i])) }),
    serialize.describe({ type: 'P' }),
    serialize.execute(),
    serialize.sync(),
  ]

  function asText(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null
    const write = database.serializers[type]
    return write ? write(value) : String(value)
  }

  async function askOnce(asked: Asked, before: Uint8Array[]) {
    try {
      const types = typesIn(await send(...before, ...parsing('', asked.text)))
      return await send(...running({ name: '', types }, asked))
    } catch (error) {
      // Until then the database skips what it is told.
      await send(serialize.sync())
      throw error
    }
  }

  async function ask(asked: Asked): Promise<Results<Row>> {
    const before = await asAccount(asked.account)
    const answered = asked.options?.kept
      ? await send(...before, ...running(known.get(asked.text) ?? (await keep(asked.text)), asked))
      : await askOnce(asked, before)
    // What comes before is a result too.
    return parseResults(answered, database.parsers, asked.options).at(-1) as Results<Row>
  }

  return (asked) => {
    const { text, values, options } = asked
    // What it reads and writes as a file is PGlite's own.
    if (text.includes(FILE)) return database.query(text, values, options)
    return database.runExclusive(() => ask(asked))
  }
}

function parsing(name: string, text: string): Uint8Array[] {
  return [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]
}
