import { OPERATION_NOUNS } from '#shared/ads-words/changes.ts'
import { MATCH_TYPES, SEGMENT_TYPES, STATUSES } from '#shared/ads-words/entities.ts'
import { FIELD_NAMES } from '#shared/ads-words/fields.ts'
import { capitalised, wordOf } from '#shared/ads-words/forms.ts'
import { DEVICE_WORDS, WEEKDAYS } from '#shared/ads-words/places.ts'
import {
  AD_ROTATIONS,
  ASSET_TYPES,
  BIDDING_STRATEGIES,
  COUNTING_TYPES,
  GEO_TARGET_TYPES,
  TARGETING_DIMENSIONS,
} from '#shared/ads-words/settings.ts'
import { decimal, money, percent } from '#shared/spanish-numbers.ts'
import { differences, type Image, isEmptyValue, sameValue, type Target } from './operations.ts'
import type { Found } from './read-entities.ts'

/** Values of every field in one table: Google's names do not collide. */
const VALUES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(STATUSES).map(([status, { state }]) => [status, state])),
  EXACT: capitalised(MATCH_TYPES.EXACT.inSentence),
  PHRASE: capitalised(MATCH_TYPES.PHRASE.inSentence),
  BROAD: capitalised(MATCH_TYPES.BROAD.inSentence),
  MOBILE: DEVICE_WORDS.MOBILE.one,
  DESKTOP: DEVICE_WORDS.DESKTOP.one,
  TABLET: DEVICE_WORDS.TABLET.one,
  ...BIDDING_STRATEGIES,
  ...GEO_TARGET_TYPES,
  ...COUNTING_TYPES,
  ...ASSET_TYPES,
  ...WEEKDAYS,
  ...AD_ROTATIONS,
  ...TARGETING_DIMENSIONS,
  ...SEGMENT_TYPES,
}

/** Names of what the operation touches, as far as Google told them. */
export type StepNames = Pick<Found, 'labels' | 'campaignName' | 'adGroupName'> & {
  /** Of the list that is made, filled or used. */
  listName: string | null
  /** Of a place that is to be added or excluded. */
  regionName: string | null
}

/** A field that changes, in Spanish; `before` null where nothing is there yet. */
export type StepValue = { label: string; before: string | null; after: string | null }

/** 'Pausar la palabra clave «botas» (exacta) del grupo de anuncios «Botas»'. */
export function summaryOf(target: Target, names: StepNames): string {
  const noun = `${nounOf(target, names.labels)}${nameOf(target, names)}`
  if (target.kind === 'create')
    return listSummaryOf(target, names) ?? `Añadir ${noun}${whereOf(names, ['en la', 'en el'])}`
  return `${verbOf(target)} ${noun}${whereOf(names, ['de la', 'del'])}`
}

export function verbOf({ kind, wanted }: Target): string {
  if (kind === 'create') return 'Añadir'
  if (kind === 'remove') return 'Quitar'
  const only = Object.keys(wanted).length === 1
  if (only && wanted.status === 'PAUSED') return 'Pausar'
  return only && wanted.status === 'ENABLED' ? 'Activar' : 'Cambiar'
}

/** 'Usar la lista de negativas «Curiosos» en la campaña «Botas»'; null for what is about no list. */
function listSummaryOf(target: Target, names: StepNames): string | null {
  if (names.listName === null) return null
  const list = `la lista de negativas «${names.listName}»`
  if (target.key === 'sharedSetOperation') return `Crear ${list}`
  if (target.key === 'campaignSharedSetOperation')
    return `Usar ${list}${whereOf(names, ['en la', 'en el'])}`
  return `Añadir la palabra clave negativa${nameOf(target, names)} a ${list}`
}

export function nounOf({ key }: Target, labels: Image): string {
  if (key !== 'adGroupCriterionOperation' && key !== 'campaignCriterionOperation')
    return OPERATION_NOUNS[key] ?? 'lo indicado'
  if (labels['keyword.text'])
    return labels.negative ? 'la palabra clave negativa' : 'la palabra clave'
  if (labels['adSchedule.dayOfWeek']) return 'la franja'
  if (labels['device.type']) return 'el ajuste del dispositivo'
  if (labels['location.geoTargetConstant'])
    return labels.negative ? 'la exclusión de la ubicación' : 'la ubicación'
  return labels.negative ? 'la exclusión' : 'el segmento'
}

function nameOf({ key }: Target, { labels, regionName }: StepNames): string {
  const text = labels['keyword.text']
  if (text) {
    const match = wordOf(MATCH_TYPES, String(labels['keyword.matchType']))?.inSentence
    return ` «${String(text)}»${match ? ` (${match})` : ''}`
  }
  if (key === 'customerOperation') return ''
  const headlines =
    labels['ad.responsiveSearchAd.headlines'] ?? labels['responsiveSearchAd.headlines']
  const [first] = (headlines ?? []) as { text?: string }[]
  if (labels['adSchedule.dayOfWeek']) return ` «${scheduleText(labels)}»`
  const known = NAMING.map((path) => labels[path]).find((one) => !/^$|::/.test(String(one ?? '')))
  const name = labels.name ?? regionName ?? first?.text ?? known
  return name ? ` «${VALUES[String(name)] ?? String(name)}»` : ''
}

/** What tells one from another that has no name of its own, best first; an interest has a key there, 'uservertical::80432'. */
const NAMING = [
  ...['displayName', 'device.type', 'sitelinkAsset.linkText', 'calloutAsset.calloutText'],
  ...['placement.url', 'mobileApplication.appId', 'youtubeChannel.channelId'],
  ...['youtubeVideo.videoId', 'fieldType', 'type'],
]

/** 'Lunes, de 8 a 20 h'. */
function scheduleText(labels: Image): string {
  const day = VALUES[String(labels['adSchedule.dayOfWeek'])] ?? ''
  return `${day}, de ${labels['adSchedule.startHour'] ?? 0} a ${labels['adSchedule.endHour'] ?? 24} h`
}

function whereOf({ campaignName, adGroupName }: StepNames, [the, a]: [string, string]): string {
  if (adGroupName) return ` ${a} grupo de anuncios «${adGroupName}»`
  return campaignName ? ` ${the} campaña «${campaignName}»` : ''
}

/** What the screen calls a field; Google's own word for one that has no Spanish name here. */
export function labelOf(path: string): string {
  const last = path.split('.').at(-1) ?? path
  return FIELD_NAMES[last] ?? last
}

/** Field by field; of a create only what it sets, of an update only what differs. */
export function valuesOf(target: Target, before: Image | null, currencyCode: string): StepValue[] {
  const value = valueIn(currencyCode)
  if (target.kind === 'remove')
    return [value('status', { status: before?.status ?? 'ENABLED' }, 'REMOVED')]
  return Object.entries(target.wanted)
    .filter(([path, value]) => target.kind === 'update' || !isReference(path, value))
    .filter(([path, value]) => !before || !sameValue(path, before[path], value))
    .map(([path, after]) => value(path, before, after))
}

/** Of these the amounts of money; `before` null where none was set. */
export function amountsOf(target: Target, present: Image, currencyCode: string): StepValue[] {
  const value = valueIn(currencyCode)
  const amounts = Object.entries(target.wanted).filter(([path]) => /Micros$/.test(path))
  return amounts.map(([path, after]) => {
    const isNew = target.kind === 'create' || isEmptyValue(path, present[path])
    return value(path, isNew ? null : present, after)
  })
}

/** Fields that are not as they were: `before` and now. */
export function movedValues(
  fields: readonly string[],
  { before, now }: { before: Image; now: Image },
  currencyCode: string,
): StepValue[] {
  const value = valueIn(currencyCode)
  return differences(now, { ...now, ...before }, fields).map((path) =>
    value(path, before, now[path]),
  )
}

/** `before`: null where nothing is there yet. */
function valueIn(currencyCode: string) {
  return (path: string, before: Image | null, after: unknown): StepValue => ({
    label: labelOf(path),
    before: before && presentText(path, before, currencyCode),
    after: valueText(path, after, currencyCode),
  })
}

/** A keyword without a bid of its own has its ad group's. */
function presentText(path: string, image: Image, currencyCode: string): string {
  const group = path === 'cpcBidMicros' && isEmptyValue(path, image[path]) && image.groupBidMicros
  if (group) return `${money(Number(group), currencyCode)} (heredada del grupo)`
  return valueText(path, image[path], currencyCode)
}

/** Names of other resources and flags that the summary has already said. */
function isReference(path: string, value: unknown): boolean {
  return (
    path === 'negative' ||
    path === 'type' ||
    (path === 'status' && value === 'ENABLED') ||
    /^(keyword|adSchedule|device|location|placement|mobileApplication|youtube\w+)\./.test(path) ||
    /^customers\//.test(String(value))
  )
}

function valueText(path: string, value: unknown, currencyCode: string): string {
  if (isEmptyValue(path, value)) return /bidModifier$/.test(path) ? 'Sin ajuste' : 'Sin fijar'
  if (/Micros$/.test(path)) return money(Number(value), currencyCode)
  if (/targetRoas$/.test(path)) return percent(Number(value), 0)
  if (/bidModifier$/.test(path)) return modifierText(Number(value))
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return value.map(textOf).join(' · ')
  if (typeof value === 'number') return decimal(value, 2)
  return VALUES[String(value)] ?? String(value)
}

function modifierText(modifier: number): string {
  if (modifier === 1) return 'Sin ajuste'
  return `${modifier > 1 ? '+' : '−'}${percent(Math.abs(modifier - 1), 0)}`
}

function textOf(piece: unknown): string {
  if (typeof piece !== 'object' || piece === null) return String(piece)
  const { text, targetingDimension, bidOnly } = piece as Record<string, unknown>
  if (targetingDimension === undefined) return String(text ?? '')
  const dimension = String(targetingDimension)
  return `${VALUES[dimension] ?? dimension}: ${bidOnly ? 'solo observación' : 'segmentación'}`
}
