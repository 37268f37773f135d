import { money, percent, quantity } from '#shared/spanish-numbers.ts'

type Event = {
  resourceType: string
  operation: string
  changedFields: readonly string[]
  oldResource: Record<string, unknown>
  newResource: Record<string, unknown>
}
type Field = { name: string; before: string; after: string }

const CLIENTS: Record<string, string> = {
  GOOGLE_ADS_WEB_CLIENT: 'Google Ads (web)',
  GOOGLE_ADS_AUTOMATED_RULE: 'Regla automática',
  GOOGLE_ADS_SCRIPTS: 'Script',
  GOOGLE_ADS_BULK_UPLOAD: 'Subida en bloque',
  GOOGLE_ADS_API: 'API de Google Ads',
  GOOGLE_ADS_EDITOR: 'Google Ads Editor',
  GOOGLE_ADS_MOBILE_APP: 'Aplicación móvil',
  GOOGLE_ADS_RECOMMENDATIONS: 'Recomendación de Google',
  GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION: 'Aplicación automática de Google',
  SEARCH_ADS_360_SYNC: 'Search Ads 360',
  SEARCH_ADS_360_POST: 'Search Ads 360',
  INTERNAL_TOOL: 'Herramienta de Google',
}

/** How a change was made, in Spanish; what Google names newly is shown by its own name. */
export function clientLabel(clientType: string): string {
  return CLIENTS[clientType] ?? clientType
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
    .map(toCamelCase)
    .map((path) => ({
      name: fieldLabel(path),
      before: valueText(valueAt(before, path), path, currency),
      after: valueText(valueAt(after, path), path, currency),
    }))
    .filter((field) => field.before !== field.after)
  return { what: sentence(event, { ...before, ...after }, fields, name), fields }
}

const NOUNS: Record<string, string> = {
  CAMPAIGN: 'la campaña',
  CAMPAIGN_BUDGET: 'el presupuesto',
  CAMPAIGN_CRITERION: 'un criterio de la campaña',
  CAMPAIGN_ASSET: 'un recurso de la campaña',
  AD_GROUP: 'el grupo de anuncios',
  AD_GROUP_AD: 'un anuncio',
  AD_GROUP_ASSET: 'un recurso del grupo de anuncios',
  AD_GROUP_BID_MODIFIER: 'un ajuste de puja',
  AD_GROUP_CRITERION: 'un criterio del grupo de anuncios',
  AD: 'un anuncio',
  ASSET: 'un recurso',
  CUSTOMER_ASSET: 'un recurso de la cuenta',
}
const VERBS: Record<string, string> = {
  CREATE: 'Se añadió',
  UPDATE: 'Se cambió',
  REMOVE: 'Se quitó',
}

function sentence(event: Event, resource: object, fields: readonly Field[], name: string): string {
  const verb = VERBS[event.operation] ?? 'Se cambió'
  const thing = keywordNoun(resource) ?? NOUNS[event.resourceType] ?? event.resourceType
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
  const match = VALUES[keyword.matchType ?? '']
  const noun = negative ? 'la palabra clave negativa' : 'la palabra clave'
  return `${noun} «${keyword.text}»${match ? ` (${match.toLowerCase()})` : ''}`
}

const FIELDS: Record<string, string> = {
  status: 'Estado',
  name: 'Nombre',
  amountMicros: 'Importe diario',
  cpcBidMicros: 'Puja máxima',
  targetCpaMicros: 'CPA objetivo',
  targetRoas: 'ROAS objetivo',
  bidModifier: 'Ajuste de puja',
  finalUrls: 'URL final',
  text: 'Texto',
  matchType: 'Concordancia',
  negative: 'Negativa',
  biddingStrategyType: 'Estrategia de puja',
  headlines: 'Títulos',
  descriptions: 'Descripciones',
  path1: 'Ruta 1',
  path2: 'Ruta 2',
  startDateTime: 'Inicio',
  endDateTime: 'Fin',
}

function fieldLabel(path: string): string {
  return FIELDS[path.split('.').at(-1) ?? ''] ?? path
}

const VALUES: Record<string, string> = {
  ENABLED: 'Activa',
  PAUSED: 'Pausada',
  REMOVED: 'Eliminada',
  EXACT: 'Exacta',
  PHRASE: 'Frase',
  BROAD: 'Amplia',
}

function valueText(value: unknown, path: string, currency: string): string {
  if (value === undefined || value === null || value === '') return ''
  if (path.endsWith('Micros')) return money(Number(value), currency)
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (path.endsWith('bidModifier') && typeof value === 'number') return percent(value - 1, 0)
  if (path.endsWith('targetRoas') && typeof value === 'number') return percent(value, 0)
  if (typeof value === 'number') return quantity(value)
  if (typeof value === 'string') return VALUES[value] ?? value
  if (Array.isArray(value)) return value.map(itemText).join(' · ')
  return JSON.stringify(value)
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

function valueAt(resource: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((at, part) => (at as Record<string, unknown> | undefined)?.[part], resource)
}

function toCamelCase(path: string): string {
  return path.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}
