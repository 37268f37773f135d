import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'
import { AS_ACCOUNT } from './handles.ts'
import type { Asked } from './pglite-lines.ts'

type Row = Record<string, unknown>
/** One that was parsed: its name, empty where nothing is kept of it but the types of its values. */
type Parsed = { name: string; types: readonly number[]; asked: number }

const FILE = "'/dev/blob'"
/** As many are known; plans of the kept take some 10 kB each. */
const MOST_KNOWN = 500
/** So often one is asked by the same plan: tables grow meanwhile. */
const MOST_ASKED = 1_000
/** What writes many rows is a text of its own for each number of them. */
const LONGEST_KNOWN = 6_000
/** Ranges of days, and lists as tables: how many rows they come to decides the plan, which is made for the values each time. */
const BY_VALUES = /\bbetween\b|_day\b|_month\b|generate_series|unnest|recordset/i
const { serialize } = protocol
const { parseDescribeStatementResults: typesIn, parseResults } = parse

/**
 * Asks over the database's own protocol, where PGlite's `query` sends six messages. What is asked a second time is parsed
 * and planned once and for all, which takes several times as long as finding its rows; what is `kept`, at once. Before the
 * read of an account goes what says as whom, in the same transaction: with its end both settings are gone, also where it fails.
 */
export function statementsOf(database: PGlite): (asked: Asked) => Promise<Results<Row>> {
  /** By text, those asked last at the end. */
  const known = new Map<string, Parsed>()
  let asReader: Parsed | undefined
  let names = 0

  const send = (...messages: Uint8Array[]) =>
    database.execProtocolStream(Buffer.concat(messages), { syncToFs: false })

  async function remember(text: string, parsed: Parsed): Promise<Parsed> {
    known.delete(text)
    known.set(text, parsed)
    for (const [oldest, { name }] of known) {
      if (known.size <= MOST_KNOWN) break
      known.delete(oldest)
      if (name) await forget(name)
    }
    return parsed
  }

  const forget = (name: string) => send(serialize.close({ type: 'S', name }), serialize.sync())

  async function keep(text: string): Promise<Parsed> {
    const name = `kept_${names++}`
    const described = await send(...parsing(name, text), serialize.sync())
    return { name, types: typesIn(described), asked: 0 }
  }

  async function asAccount(account: number | undefined): Promise<Uint8Array[]> {
    if (account === undefined) return []
    asReader ??= await keep(AS_ACCOUNT)
    const values = [String(account)]
    return [serialize.bind({ statement: asReader.name, values }), serialize.execute()]
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

  async function askFirst(asked: Asked, before: Uint8Array[]) {
    try {
      const types = typesIn(await send(...before, ...parsing('', asked.text)))
      const parsed = { name: '', types, asked: 0 }
      const answered = await send(...running(parsed, asked))
      if (asked.text.length <= LONGEST_KNOWN) await remember(asked.text, parsed)
      return answered
    } catch (error) {
      // Until then the database skips what it is told.
      await send(serialize.sync())
      throw error
    }
  }

  async function askAgain(asked: Asked, before: Uint8Array[], { types }: Parsed) {
    const { text, options } = asked
    const isKept = options?.kept || !BY_VALUES.test(text)
    const parsed = { name: isKept ? `kept_${names++}` : '', types, asked: 0 }
    const named = serialize.parse({ name: parsed.name, text })
    try {
      const answered = await send(...before, named, ...running(parsed, asked))
      await remember(text, parsed)
      return answered
    } catch (error) {
      if (isKept) await forget(parsed.name)
      throw error
    }
  }

  async function askKept(asked: Asked, before: Uint8Array[], parsed: Parsed) {
    if (++parsed.asked > MOST_ASKED) {
      await forget(parsed.name)
      return await askAgain(asked, before, parsed)
    }
    await remember(asked.text, parsed)
    return await send(...before, ...running(parsed, asked))
  }

  async function ask(asked: Asked): Promise<Results<Row>> {
    const { text, account, options } = asked
    const before = await asAccount(account)
    const found = known.get(text) ?? (options?.kept && (await remember(text, await keep(text))))
    const answered = found
      ? await (found.name ? askKept : askAgain)(asked, before, found)
      : await askFirst(asked, before)
    // What comes before is a result too.
    return parseResults(answered, database.parsers, options).at(-1) as Results<Row>
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
