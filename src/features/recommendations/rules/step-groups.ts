import type { Known } from '#changes/known.ts'
import { type Image, idOf, type Target } from '#changes/operations.ts'
import { nounOf, type StepValue, valuesOf, verbOf } from '#changes/step-text.ts'
import { DEVICE_WORDS } from '#shared/ads-words/places.ts'

/** One operation of a card, with its place as the last sync stored it. */
export type StoredStep = {
  accountName: string
  currencyCode: string
  target: Target
  known: Known | null
}

/** Equal steps of several cards as one line: what is done, how often, and from what to what where that is the same in all. */
export type StepGroup = {
  text: string
  count: number
  accounts: number
  shared: StepValue[]
  steps: { accountName: string; name: string; values: StepValue[] }[]
}

/** In the order in which the cards come. */
export function groupsOf(steps: readonly StoredStep[]): StepGroup[] {
  const groups = Map.groupBy(steps, textOf)
  return [...groups].map(([text, own]) => {
    const lines = own.map(lineOf)
    const [first] = lines
    const isSame = lines.every(({ values }) => asText(values) === asText(first!.values))
    return {
      text,
      count: own.length,
      accounts: new Set(own.map(({ accountName }) => accountName)).size,
      shared: isSame ? first!.values : [],
      steps: isSame ? lines.map((line) => ({ ...line, values: [] })) : lines,
    }
  })
}

const LIST_TEXTS: Readonly<Record<string, string>> = {
  'create sharedSetOperation': 'Crear la lista de negativas',
  'create sharedCriterionOperation': 'Añadir la palabra clave negativa a la lista',
  'create campaignSharedSetOperation': 'Usar la lista de negativas en la campaña',
}

/** 'Pausar la palabra clave'. */
function textOf({ target, known }: StoredStep): string {
  const { kind, key, wanted } = target
  const ofList = LIST_TEXTS[`${kind} ${key}`]
  if (ofList) return ofList
  const fields = Object.keys(wanted)
  // Of a device, a place or an audience: what is stored does not tell which.
  if (kind === 'update' && fields.length === 1 && fields[0] === 'bidModifier')
    return 'Cambiar el ajuste de puja'
  return `${verbOf(target)} ${nounOf(target, labelsOf(target, known))}`
}

/** What tells a keyword from an audience: only the one has a bid of its own in what is stored. */
function labelsOf(target: Target, known: Known | null): Image {
  if (target.kind === 'create') return target.wanted
  const isKeyword = known !== null && 'cpcBidMicros' in known.image
  return isKeyword ? { 'keyword.text': known.names[0] } : (known?.image ?? {})
}

function lineOf({ accountName, currencyCode, target, known }: StoredStep) {
  const { wanted } = target
  const device = DEVICE_CRITERIA[lastId(target)]
  const said = wanted['keyword.text'] ?? wanted.name ?? known?.names[0] ?? device
  return {
    accountName,
    name: said === undefined ? '' : String(said),
    values: knownValues(target, known?.image ?? {}, currencyCode).filter(
      ({ label }) => !isSaid(target, label),
    ),
  }
}

/** Google's own numbers of the devices, the same in every campaign. */
const DEVICE_CRITERIA: Readonly<Record<number, string>> = {
  30000: DEVICE_WORDS.DESKTOP.one,
  30001: DEVICE_WORDS.MOBILE.one,
  30002: DEVICE_WORDS.TABLET.one,
}

/** '…/campaignCriteria/11~30001' → 30001. */
function lastId({ key, resourceName }: Target): number {
  if (key !== 'campaignCriterionOperation') return 0
  return idOf(resourceName?.replace('~', '/'))
}

/** What is not stored is unknown, not unset: nothing is said of before. */
function knownValues(target: Target, image: Image, currencyCode: string): StepValue[] {
  const isStored = ([path]: [string, unknown]) => path in image
  const fields = Object.entries(target.wanted)
  const part = (own: [string, unknown][]) => ({ ...target, wanted: Object.fromEntries(own) })
  if (target.kind === 'remove') return valuesOf(target, image, currencyCode)
  return [
    ...valuesOf(part(fields.filter(isStored)), image, currencyCode),
    ...valuesOf(part(fields.filter((field) => !isStored(field))), null, currencyCode),
  ]
}

/** The line's own words say it already. */
function isSaid({ kind, wanted }: Target, label: string): boolean {
  if (kind === 'create') return label === 'Nombre'
  return label === 'Estado' && (kind === 'remove' || wanted.status === 'PAUSED')
}

const asText = (values: readonly StepValue[]) =>
  values.map(({ label, before, after }) => `${label} ${before} ${after}`).join('\n')
