import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Form } from './form.ts'

/** As `scripts/stripe-shapes.mjs` writes them: a letter, a tagged list, or the number of a definition. */
type Shape = string | number | ['a', Shape] | ['u', ...Shape[]] | ['v', ...unknown[]]
type Definition = [Record<string, [Shape, 1?]>, Shape?]
type Shapes = {
  version: string
  requests: Record<string, Shape>
  objects: Record<string, Shape>
  definitions: Definition[]
}

const SHAPES = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, 'shapes.json.gz'))).toString(),
) as Shapes

/** A call that takes none. */
const NO_PARAMETERS = '-'

/** Of the package whose types these are. */
export const SHAPES_VERSION = SHAPES.version

const ADDRESSES = Object.keys(SHAPES.requests).map((address) => ({
  address,
  pattern: new RegExp(`^${address.replaceAll(':id', '[^/]+')}$`),
}))

/** The address with `:id`s; null for one that the package does not know. */
export function knownAddress(method: string, path: string): string | null {
  const exact = ADDRESSES.find(({ address }) => address === `${method} ${path}`)
  const found = exact ?? ADDRESSES.find(({ pattern }) => pattern.test(`${method} ${path}`))
  return found?.address ?? null
}

/** What of a request's form the package's types do not allow; values that only Stripe may add are refused. */
export function requestFaults(address: string, form: Form): string[] {
  const shape = SHAPES.requests[address]
  if (shape === undefined) return [`${address} is not known`]
  return shape === NO_PARAMETERS ? Object.keys(form) : formFaults(shape, form, '')
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What of an answer or an event's object is not as the package's types say it always is. */
export function objectFaults(given: unknown, path = ''): string[] {
  const value = given as Json
  if (!isNode(value)) return [`${path}: no object`]
  if (value.object === 'list' || value.object === 'search_result')
    return Array.isArray(value.data)
      ? value.data.flatMap((one, index) => objectFaults(one, `${path}[${index}]`))
      : [`${path}.data: no list`]
  // The types leave open what an event is about; its own `object` says it.
  if (value.object === 'event' && isNode(value.data))
    return objectFaults(value.data.object, `${path}event.`)
  const name = value.deleted === true ? `deleted ${value.object}` : String(value.object)
  // Lines have no calls of their own, so their shape is found through what holds them.
  const shape = SHAPES.objects[name] ?? placeOf(value)
  return shape === undefined
    ? [`${path}: no shape for ${name}`]
    : valueFaults(shape, value, path + name)
}

function placeOf({ object }: { [key: string]: Json }): number | undefined {
  const wanted = JSON.stringify(['v', object])
  const place = SHAPES.definitions.findIndex(
    ([{ object: kind }]) => JSON.stringify(kind?.[0]) === wanted,
  )
  return place < 0 ? undefined : place
}

function valueFaults(shape: Shape, value: Json, path: string): string[] {
  if (typeof shape === 'number') return nodeFaults(shape, value, path)
  if (typeof shape === 'string')
    return isPlain(shape, value) ? [] : [`${path}: ${brief(value)} is not ${shape}`]
  const [tag, ...parts] = shape
  if (tag === 'v')
    return parts.includes(value) ? [] : [`${path}: ${brief(value)} is none of ${parts}`]
  if (tag === 'u') return branchFaults(parts as Shape[], value, path)
  const element = parts[0] as Shape
  return Array.isArray(value)
    ? value.flatMap((one, index) => valueFaults(element, one, `${path}[${index}]`))
    : [`${path}: no list`]
}

/** Of the branch of the same `object`, else of the one with the fewest. */
function branchFaults(branches: Shape[], value: Json, path: string): string[] {
  const tried = branches
    .filter((shape) => isSameKind(shape, value))
    .map((shape) => valueFaults(shape, value, path))
  return fewest(tried) ?? [`${path}: ${brief(value)} fits no branch`]
}

function isSameKind(shape: Shape, value: Json): boolean {
  if (!isNode(value)) return typeof shape !== 'number'
  if (typeof shape !== 'number') return shape === '*'
  const [kind] = SHAPES.definitions[shape]?.[0].object ?? []
  return !Array.isArray(kind) || kind[0] !== 'v' || kind.includes(value.object)
}

function nodeFaults(place: number, value: Json, path: string): string[] {
  if (!isNode(value)) return [`${path}: ${brief(value)} is no object`]
  const [properties, others] = definition(place)
  return [
    ...missing(properties, value).map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const own = properties[name]?.[0] ?? others
      return own === undefined
        ? [`${path}.${name} is unknown`]
        : valueFaults(own, one, `${path}.${name}`)
    }),
  ]
}

function isPlain(shape: string, value: Json): boolean {
  if (shape === '*') return true
  if (shape === '0') return value === null
  if (shape === 'n') return typeof value === 'number'
  if (shape === 'b') return typeof value === 'boolean'
  return typeof value === 'string'
}

/** Every value of a form is text; lists are rows by index, and the empty text unsets where that is allowed. */
function formFaults(shape: Shape, value: string | Form, path: string): string[] {
  if (typeof shape === 'number') return formNodeFaults(shape, value, path)
  if (typeof shape === 'string')
    return isText(shape, value) ? [] : [`${path}: ${brief(value)} is not ${shape}`]
  const [tag, ...parts] = shape
  if (tag === 'v')
    return typeof value === 'string' && parts.map(String).includes(value)
      ? []
      : [`${path}: ${brief(value)} is none of ${parts}`]
  if (tag === 'u') {
    const named = (parts as Shape[]).some((part) => Array.isArray(part) && part[0] === 'v')
    // Beside named values, any other text is Stripe's to add, not ours to send.
    const branches = (parts as Shape[]).filter((part) => part !== 'x' || !named)
    return fewest(branches.map((part) => formFaults(part, value, path))) ?? [path]
  }
  const element = parts[0] as Shape
  return typeof value === 'string'
    ? [`${path}: no list`]
    : Object.entries(value).flatMap(([key, one]) => formFaults(element, one, `${path}[${key}]`))
}

function formNodeFaults(place: number, value: string | Form, path: string): string[] {
  if (typeof value === 'string') return [`${path}: ${brief(value)} is no object`]
  const [properties, others] = definition(place)
  const at = (name: string) => (path ? `${path}[${name}]` : name)
  return [
    ...missing(properties, value).map((name) => `${at(name)} is missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const own = properties[name]?.[0] ?? others
      return own === undefined ? [`${at(name)} is unknown`] : formFaults(own, one, at(name))
    }),
  ]
}

function isText(shape: string, value: string | Form): boolean {
  if (shape === '*') return true
  if (typeof value !== 'string') return false
  if (shape === 'n') return /^-?\d+(\.\d+)?$/.test(value)
  if (shape === 'b') return value === 'true' || value === 'false'
  // Null is sent as the empty text.
  return shape === '0' ? value === '' : true
}

function definition(place: number): Definition {
  const found = SHAPES.definitions[place]
  if (!found) throw new Error(`shapes.json.gz has no definition ${place}`)
  return found
}

function missing(properties: Definition[0], value: object): string[] {
  return Object.entries(properties)
    .filter(([name, [, required]]) => required && !(name in value))
    .map(([name]) => name)
}

function fewest(tried: string[][]): string[] | undefined {
  return tried.toSorted((a, b) => a.length - b.length)[0]
}

function isNode(value: unknown): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function brief(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? 'undefined'
}
