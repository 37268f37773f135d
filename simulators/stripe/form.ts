import { invalidRequest, missingParameter } from './stripe-error.ts'

/** A form-encoded body with its nested keys; arrays are rows by index, every value a string. */
export type Form = { [key: string]: string | Form }

/** `items[0][price]=x&metadata[a]=b` → `{ items: { 0: { price: 'x' } }, metadata: { a: 'b' } }`. */
export function parseForm(encoded: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(encoded)) put(form, keysOf(name), value)
  return form
}

/** Undefined when absent. The empty string is Stripe's way of unsetting. */
export function text(form: Form, key: string): string | undefined {
  const value = form[key]
  return typeof value === 'string' ? value : undefined
}

export function requiredText(form: Form, key: string): string {
  return text(form, key) || missingParameter(key)
}

export function flag(form: Form, key: string): boolean | undefined {
  const value = text(form, key)
  if (value === undefined || value === '') return undefined
  if (value === 'true' || value === 'false') return value === 'true'
  throw invalidRequest(`Invalid boolean: ${value}`, key)
}

export function whole(form: Form, key: string): number | undefined {
  const value = text(form, key)
  if (value === undefined || value === '') return undefined
  if (!/^-?\d{1,12}$/.test(value)) throw invalidRequest(`Invalid integer: ${value}`, key)
  return Number(value)
}

/** Empty when absent. */
export function nested(form: Form, key: string): Form {
  const value = form[key]
  return typeof value === 'object' ? value : emptyForm()
}

/** The elements of an array parameter that holds objects. */
export function rows(form: Form, key: string): Form[] {
  return Object.values(nested(form, key)).filter((row) => typeof row === 'object')
}

/** The elements of an array parameter that holds strings. */
export function texts(form: Form, key: string): string[] {
  return Object.values(nested(form, key)).filter((value) => typeof value === 'string')
}

/** Merges as Stripe does: an empty value removes its key, `metadata=` removes all. */
export function mergedMetadata(
  before: Record<string, string>,
  form: Form,
  key = 'metadata',
): Record<string, string> {
  if (form[key] === '') return {}
  const given = Object.entries(nested(form, key)).filter(([, value]) => typeof value === 'string')
  const merged = { ...before, ...(Object.fromEntries(given) as Record<string, string>) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

function emptyForm(): Form {
  return Object.create(null) as Form
}

function keysOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))]
}

function put(form: Form, [key = '', ...deeper]: string[], value: string): void {
  const name = key === '' ? String(Object.keys(form).length) : key
  if (deeper.length === 0) {
    form[name] = value
    return
  }
  const child = form[name]
  const next = typeof child === 'object' ? child : emptyForm()
  form[name] = next
  put(next, deeper, value)
}
