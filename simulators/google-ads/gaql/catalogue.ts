import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Full dotted names: attributes (attributed resources included), metrics, segments. */
export type ResourceFields = {
  fields: ReadonlySet<string>
  metrics: ReadonlySet<string>
  segments: ReadonlySet<string>
}

const FOLDER = join(import.meta.dirname, '../../../data/google-ads')
type Lists = { f: string[]; m: string[]; s: string[] }
type Types = { types: Record<string, string>; enums: Record<string, string[]> }

const resources = new Map(
  Object.entries(readGzip<Record<string, Lists>>('fields-v25.json.gz')).map(([name, lists]) => [
    name,
    { fields: new Set(lists.f), metrics: new Set(lists.m), segments: new Set(lists.s) },
  ]),
)
const { types, enums } = readGzip<Types>('field-types-v25.json.gz')

export function resourceFields(resource: string): ResourceFields | undefined {
  return resources.get(resource)
}

export function everyFieldName(): string[] {
  return Object.keys(types)
}

export function resourceNames(): string[] {
  return [...resources.keys()]
}

/** True for a field of any resource, also of resources that the catalogue does not list. */
export function existsAnywhere(field: string): boolean {
  return Object.hasOwn(types, field)
}

/** INT64, INT32, DOUBLE, FLOAT, STRING, BOOLEAN, DATE, ENUM, RESOURCE_NAME, MESSAGE or BYTES. */
export function dataType(field: string): string {
  return (types[field] ?? 'STRING').split(':')[0]!
}

export function enumValues(field: string): readonly string[] | undefined {
  const type = types[field]
  return type?.startsWith('ENUM:') ? enums[type.slice('ENUM:'.length)] : undefined
}

function readGzip<T>(name: string): T {
  return JSON.parse(gunzipSync(readFileSync(join(FOLDER, name))).toString())
}
