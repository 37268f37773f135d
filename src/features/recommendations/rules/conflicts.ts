import { negativeBlocks } from '#engine/account/matches.ts'
import type { ChangeStep } from '../contract/changes.ts'
import { differences, type Image, type Target } from './operations.ts'
import { stepProblems } from './step-limits.ts'
import { labelOf, valueText } from './step-text.ts'

type Conflict = ChangeStep['conflicts'][number]

/** An enabled keyword that is there now. */
export type LiveKeyword = {
  text: string
  adGroupName: string
  campaign: string
  adGroup: string
  /** It was there when the account was analysed. */
  isKnown: boolean
}

export type StepSurroundings = {
  currencyCode: string
  /** As Google has it now; null where nothing is there. */
  found: { image: Image; isRemoved: boolean } | null
  /** Of a create: what it is to be in; null when it is made in the same request, or is the account itself. */
  place: { name: string; isRemoved: boolean } | null
  /** What the analysis went by; only the fields that are known. */
  known: Image
  /** Who touched it since, in Spanish; empty when Google's history names no person. */
  changedBy: string
  /** Values before the first change of the last week. */
  base: Image
  keywords: readonly LiveKeyword[]
  /** Of a budget: others give what it gets. */
  isShift: boolean
}

/** What stands in the way of a step, or should be known before it is made. */
export function conflictsOf(target: Target, around: StepSurroundings): Conflict[] {
  const { found } = around
  if (target.kind === 'create') return createConflicts(target, around)
  if (!found || found.isRemoved)
    return [blocking('removed', target.kind === 'remove' ? 'Ya no está en Google Ads.' : REMOVED)]
  if (target.kind === 'remove') return []
  const wanted = Object.keys(target.wanted)
  if (differences(found.image, target.wanted, wanted).length === 0)
    return [blocking('already_there', 'Ya está así en Google Ads.')]
  const moved = differences(found.image, { ...found.image, ...around.known }, target.fields)
  return [
    ...moved.map((path) =>
      blocking('changed', changedText(path, around.known[path], found.image[path], around)),
    ),
    ...stepProblems(target, { ...found.image, ...around.base }, around.isShift).map((message) =>
      blocking('step_too_large', message),
    ),
  ]
}

const REMOVED = 'Se ha eliminado en Google Ads desde el análisis.'

function createConflicts(target: Target, { place, found, keywords }: StepSurroundings): Conflict[] {
  if (place?.isRemoved)
    return [blocking('removed', `«${place.name}» está eliminado en Google Ads.`)]
  if (found && !target.shape.staysForEver)
    return [blocking('already_there', 'Ya existe en Google Ads.')]
  const text = target.wanted['keyword.text']
  if (target.wanted.negative !== true || typeof text !== 'string') return []
  const matchType = target.wanted['keyword.matchType'] as 'EXACT' | 'PHRASE' | 'BROAD'
  const blocked = keywords.filter(
    (keyword) => isWithin(keyword, target) && negativeBlocks({ text, matchType }, keyword.text),
  )
  const added = blocked.filter(({ isKnown }) => !isKnown)
  if (blocked.length === 0) return []
  const names = (added.length > 0 ? added : blocked).slice(0, 3).map(nameOf).join(', ')
  return added.length > 0
    ? [
        blocking(
          'blocks_keyword',
          `Dejaría sin mostrarse palabras clave añadidas después: ${names}.`,
        ),
      ]
    : [{ kind: 'blocks_keyword', blocking: false, message: `Dejará sin mostrarse: ${names}.` }]
}

function isWithin(keyword: LiveKeyword, { wanted }: Target): boolean {
  return wanted.adGroup ? keyword.adGroup === wanted.adGroup : keyword.campaign === wanted.campaign
}

const nameOf = ({ text, adGroupName }: LiveKeyword) => `«${text}» (${adGroupName})`

function blocking(kind: Conflict['kind'], message: string): Conflict {
  return { kind, blocking: true, message }
}

function changedText(path: string, known: unknown, live: unknown, around: StepSurroundings) {
  const say = (value: unknown) => valueText(path, value, around.currencyCode)
  return `${labelOf(path)}: era ${say(known)} al analizarlo y ahora es ${say(live)}${around.changedBy}.`
}
