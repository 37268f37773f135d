import * as fc from 'fast-check'

/** Values for a JSON schema of the API document: mostly of its kind, now and then anything but. */

export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\r\nset-cookie: a=b',
  "' or 1=1 --",
  '"; drop table users; --',
  '../../../etc/passwd',
  '%00',
  '%c0%ae',
  '<script>alert(1)</script>',
  `\${7*7}`,
  '=HYPERLINK("http://x")',
  '\ud800',
  'ａ＠ｂ．ｃ',
  '２０２６-０１-０１',
  '-1',
  '0x10',
  '1e400',
  '9223372036854775808',
  '9'.repeat(40),
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  'NaN',
  'null',
  'https://127.0.0.1/',
  'http://[::1]:22',
  'x'.repeat(10_000),
  'constructor',
  '__proto__',
]

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Of any kind, in spite of the schema. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, -1, 0, 1.5, 1e308, -(2 ** 53), [], {}, [[]], [null], {
    a: { b: [] },
  }),
  fc.constant(JSON.parse('{"__proto__":{"role":"admin"},"constructor":{}}')),
)

export function anyOfSchema(schema: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: fitting(schema, known) },
    { weight: 1, arbitrary: hostile },
  )
}

function fitting(schema: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, known)))
  const [type] = [schema.type].flat()
  if (type === 'string') return textOf(schema, known)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number')
    return fc.oneof(
      fc.integer({
        min: Math.ceil(schema.minimum ?? -5),
        max: Math.floor(Math.min(schema.maximum ?? 1_000, 1e6)),
      }),
      fc.double(),
      fc.constantFrom(0, -0, 2 ** 53, 1e-9),
    )
  if (type === 'array') return fc.array(anyOfSchema(schema.items ?? {}, known), { maxLength: 4 })
  if (type === 'object') return objectOf(schema, known)
  return hostile
}

function textOf({ format, pattern }: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(known, fc.uuid())
  if (format === 'email') return fc.emailAddress()
  const day = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  return fc.oneof(
    known,
    hostileText,
    day.map((date) => date.toISOString().slice(0, 10)),
    fc.emailAddress(),
    fc.nat().map(String),
    ...(pattern ? [fc.stringMatching(new RegExp(pattern))] : []),
  )
}

/** Some fields missing, and one that was not asked for. */
export function objectOf(schema: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, of]) => [name, anyOfSchema(of, known)] as const,
  )
  const asked = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const all = fc.record(Object.fromEntries(fields))
  const extra = fc.constantFrom({}, {}, {}, { role: 'admin', userId: 'x', toString: 1 })
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: all }, { weight: 1, arbitrary: asked }), extra)
    .map(([some, more]) => ({ ...some, ...more }))
}
