import { camelCase, valueAt } from '#platform/google-ads/field-paths.ts'
import { CHANGE_CLIENTS, CHANGE_OPERATIONS, CHANGED_RESOURCES } from '#shared/ads-words/changes.ts'
import { MATCH_TYPES, STATUSES } from '#shared/ads-words/entities.ts'
import { FIELD_NAMES } from '#shared/ads-words/fields.ts'
import { wordOf } from '#shared/ads-words/forms.ts'
import { BIDDING_STRATEGIES } from '#shared/ads-words/settings.ts'
import { money, percent, quantity } from '#shared/spanish-numbers.ts'

type Event = {
  resourceType: string
  operation: string
  changedFields: readonly string[]
  oldResource: Record<string, unknown>
  newResource: Record<string, unknown>
}
type Field = { name: string; before: string; after: string }

/** How a change was made, in Spanish; what Google names newly is shown by its own name. */
export function clientLabel(clientType: string): string {
  return CHANGE_CLIENTS[clientType] ?? clientType
}

/**
 * A change as one Spanish sentence and field by field. `name`: of the nearest ad group or campaign, '' where
 * unknown. Money in `currency`; values this has no words for are shown as Google wrote them.
 */
export function describeChange(
  event: Event,
  { currency, name }: { currency: string; name: string },
): { what: string; fields: Field[] } {
  const before = firstObject(event.oldResource)
  const after = firstObject(event.newResource)
  const fields = event.changedFields
    .map(camelCase)
    .filter((path) => lastOf(path) in FIELDS || !saysWhich(path, before, after))
    .map((path) => ({
      name: fieldLabel(path),
      before: valueText(valueAt(before, path), path, currency),
      after: valueText(valueAt(after, path), path, currency),
    }))
    .filter((field) => field.before !== field.after)
  return { what: sentence(event, { ...before, ...after }, fields, name), fields }
}

function sentence(event: Event, resource: object, fields: readonly Field[], name: string): string {
  const verb = CHANGE_OPERATIONS[event.operation] ?? CHANGE_OPERATIONS.UPDATE
  const thing = keywordNoun(resource) ?? CHANGED_RESOURCES[event.resourceType] ?? event.resourceType
  const place = name && !keywordIsNamed(thing, name) ? ` (${name})` : ''
  const only = event.operation === 'UPDATE' && fields.length > 0 ? fields.slice(0, 2) : []
  const detail = only.map(
    (field) => `${field.name}: ${field.before || '—'} → ${field.after || '—'}`,
  )
  return `${verb} ${thing}${place}${detail.length > 0 ? `. ${detail.join('; ')}` : ''}`
}

const keywordIsNamed = (thing: string, name: string) => thing.includes(`«${name}»`)

/** 'la palabra clave negativa «gratis» (exacta)'; null for anything but a keyword. */
function keywordNoun(resource: object): string | null {
  const { keyword, negative } = resource as {
    keyword?: { text?: string; matchType?: string }
    negative?: boolean
  }
  if (!keyword?.text) return null
  const match = wordOf(MATCH_TYPES, keyword.matchType ?? '')?.short
  const noun = negative ? 'la palabra clave negativa' : 'la palabra clave'
  return `${noun} «${keyword.text}»${match ? ` (${match.toLowerCase()})` : ''}`
}

/** As Google's own history is told: there a budget is an amount. */
const FIELDS: Record<string, string> = { ...FIELD_NAMES, amountMicros: 'Importe diario' }

const lastOf = (path: string) => path.split('.').at(-1) ?? ''

/** Of what is made or removed Google also lists its kind, its numbers and its names: the sentence says which thing it is. */
function saysWhich(path: string, before: object, after: object): boolean {
  if (/^(type|id|criterionId|resourceName)$/.test(lastOf(path))) return true
  return /^customers\/\d+/.test(String(valueAt(after, path) ?? valueAt(before, path) ?? ''))
}

function fieldLabel(path: string): string {
  return FIELDS[lastOf(path)] ?? path
}

function valueText(value: unknown, path: string, currency: string): string {
  if (value === undefined || value === null || value === '') return ''
  if (path.endsWith('Micros')) return money(Number(value), currency)
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (path.endsWith('bidModifier') && typeof value === 'number') return percent(value - 1, 0)
  if (path.endsWith('targetRoas') && typeof value === 'number') return percent(value, 0)
  if (typeof value === 'number') return quantity(value)
  if (typeof value === 'string') return strategyText(value, path) ?? enumText(value) ?? value
  if (Array.isArray(value)) return value.map(itemText).join(' · ')
  return JSON.stringify(value)
}

function strategyText(value: string, path: string): string | undefined {
  const words: Record<string, string> = BIDDING_STRATEGIES
  return path === 'biddingStrategyType' ? words[value] : undefined
}

/** Status or match type: what it is the value of does not matter, their names differ. */
function enumText(value: string): string | undefined {
  if (value === 'ENABLED' || value === 'PAUSED' || value === 'REMOVED')
    return STATUSES[value].feminine
  return wordOf(MATCH_TYPES, value)?.short
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item
  const { text } = item as { text?: string }
  return text ?? JSON.stringify(item)
}

/** Google wraps the resource in its name: `{campaign: {…}}`. */
function firstObject(wrapped: Record<string, unknown>): Record<string, unknown> {
  return (Object.values(wrapped)[0] ?? {}) as Record<string, unknown>
}
