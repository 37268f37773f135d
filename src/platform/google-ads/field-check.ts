import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Fields, metrics and segments that one resource accepts after FROM. */
type Catalogue = Record<string, { f: string[]; m: string[]; s: string[] }>

const FILE = join(import.meta.dirname, '../../../data/google-ads/fields-v25.json.gz')

let known: Map<string, Set<string>> | undefined

/** Names in a GAQL text that its resource does not have; the resource itself if it is unknown. */
export function unknownFields(query: string): string[] {
  known ??= loadCatalogue()
  const resource = /\bFROM\s+(\w+)/.exec(query)?.[1] ?? ''
  const fields = known.get(resource)
  if (!fields) return [resource || '(no FROM)']
  const used = query.replace(/'(?:[^'\\]|\\.)*'/g, "''").matchAll(/\b((?:[a-z_]+\.)+[a-z_0-9]+)\b/g)
  return [...new Set([...used].map((match) => match[1] ?? ''))].filter((name) => !fields.has(name))
}

/** Refused queries cost quota too, so a wrong one is stopped before it is sent. */
export function assertKnownFields(query: string): void {
  const unknown = unknownFields(query)
  if (unknown.length > 0) throw new Error(`GAQL names what v25 lacks: ${unknown.join(', ')}`)
}

function loadCatalogue(): Map<string, Set<string>> {
  const catalogue = JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Catalogue
  return new Map(
    Object.entries(catalogue).map(([resource, { f, m, s }]) => [
      resource,
      new Set([...f, ...m, ...s]),
    ]),
  )
}
