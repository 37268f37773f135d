/** Google's resources as JSON, and the paths of their fields: 'targetCpa.targetCpaMicros', in masks 'target_cpa.target_cpa_micros'. */

export type Json = { [key: string]: unknown }

export function isMessage(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(json: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((node, key) => (isMessage(node) ? node[key] : undefined), json)
}

/** `{a: {b: 1}}` from `{'a.b': 1}`; null and undefined are left out: in a mask they clear the field. */
export function nested(values: Readonly<Record<string, unknown>>): Json {
  const json: Json = {}
  for (const [path, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue
    const keys = path.split('.')
    let node = json
    for (const key of keys.slice(0, -1)) {
      node[key] ??= {}
      node = node[key] as Json
    }
    node[keys.at(-1)!] = value
  }
  return json
}

export const snakeCase = (path: string) =>
  path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Field masks come in either spelling. */
export const camelCase = (path: string) =>
  path.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
