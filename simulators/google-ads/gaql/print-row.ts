import type { FieldRow, FieldValue } from '../account-source.ts'
import { dataType } from './catalogue.ts'
import { columnsOf, printedFields, type ResultRow } from './columns.ts'
import type { Query } from './query.ts'

type Json = { [key: string]: unknown }

/** A field of the answer, or what holds several. */
type Node = { key: string; at: number; type: string; inner: Node[] }

/**
 * Makes the printer of a query's rows: nested lowerCamelCase, int64 as strings, unset fields left out. It writes the text as it
 * reads the row: an answer has hundreds of thousands, and an object of each would be made only to be written.
 */
export function rowPrinter(query: Query): (row: ResultRow) => string {
  const columns = columnsOf(query)
  const fields: Node[] = []
  for (const field of printedFields(query)) {
    let level = fields
    for (const name of pathOf(field)) {
      const key = `${JSON.stringify(name)}:`
      const known = level.find((node) => node.key === key)
      const node = known ?? { key, at: columns.indexOf(field), type: dataType(field), inner: [] }
      if (!known) level.push(node)
      level = node.inner
    }
  }
  return (row) => printFields(fields, row) || '{}'
}

/** Empty where nothing in it is set. */
function printFields(fields: readonly Node[], row: ResultRow): string {
  let text = ''
  for (const { key, at, type, inner } of fields) {
    const printed = inner.length > 0 ? printFields(inner, row) : textOf(row[at], type)
    if (printed !== '') text += (text === '' ? '{' : ',') + key + printed
  }
  return text === '' ? '' : `${text}}`
}

function textOf(value: FieldValue, type: string): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value))
    return type === 'INT64' ? `"${Math.round(value)}"` : String(value)
  const printed = printValue(value, type)
  return printed === undefined ? '' : JSON.stringify(printed)
}

/** `campaign.id,metrics.costMicros`: the selected fields. */
export function fieldMask(query: Query): string {
  return query.select.map((field) => pathOf(field).join('.')).join(',')
}

/** A mutated resource in full, without the attributed ones; rows may inherit fields from each other. */
export function printResource(resource: string, row: FieldRow): Json {
  const json: Json = {}
  for (const field in row) {
    if (!field.startsWith(`${resource}.`)) continue
    const value = printValue(row[field], dataType(field))
    if (value !== undefined) place(json, pathOf(field).slice(1), value)
  }
  return json
}

export function camelCase(snake: string): string {
  return snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function pathOf(field: string): string[] {
  return field.split('.').map(camelCase)
}

function place(json: Json, path: readonly string[], value: unknown): void {
  let node = json
  const last = path.length - 1
  for (let i = 0; i < last; i++) {
    node[path[i]!] ??= {}
    node = node[path[i]!] as Json
  }
  node[path[last]!] = value
}

function printValue(value: FieldValue | null, type: string): unknown {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return type === 'INT64' ? String(Math.round(value)) : value
  if (Array.isArray(value)) {
    return value.length === 0
      ? undefined
      : value.map((item) => printValue(item as FieldValue, type))
  }
  if (typeof value === 'object') return printMessage(value, type)
  return value
}

function printMessage(message: object, type: string): Json {
  const json: Json = {}
  for (const [key, value] of Object.entries(message)) {
    const printed = printValue(value as FieldValue, type)
    if (printed !== undefined) json[camelCase(key)] = printed
  }
  return json
}
