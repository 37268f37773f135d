import { camelCase, isMessage, type Json, valueAt } from '#platform/google-ads/field-paths.ts'
import { RESOURCES, type ResourceShape } from './resources.ts'

/**
 * One of googleAds:mutate: `{ campaignBudgetOperation: { updateMask, update: { resourceName, … } } }`; or `{ applyRecommendation:
 * { resourceName, … } }` and `dismissRecommendation`, which take one of Google's own recommendations away.
 */
export type Operation = Record<string, Record<string, unknown>>

/** Values by camelCase path below the resource, as Google prints them; absent where unset. */
export type Image = Record<string, unknown>

/** What an operation touches, and how it is read back. */
export type Target = {
  kind: 'create' | 'update' | 'remove'
  /** 'campaignBudgetOperation'. */
  key: string
  shape: ResourceShape
  /** Of an update or a removal; for a create the temporary name others refer to, or null. */
  resourceName: string | null
  /** The fields that say what was before and what is after. */
  fields: readonly string[]
  /** What the operation wants them to be; empty for a removal. */
  wanted: Image
}

/** The bidding of a campaign is one choice: setting one strategy takes the other away. */
const BIDDING =
  /^(maximizeConversions|maximizeConversionValue|targetCpa|targetRoas|manualCpc|targetSpend|biddingStrategy)(\.|$)/
/** Where each strategy holds its target. */
export const TARGET_FIELDS: Readonly<Record<string, string>> = {
  MAXIMIZE_CONVERSIONS: 'maximizeConversions.targetCpaMicros',
  MAXIMIZE_CONVERSION_VALUE: 'maximizeConversionValue.targetRoas',
  TARGET_CPA: 'targetCpa.targetCpaMicros',
  TARGET_ROAS: 'targetRoas.targetRoas',
}
export const BIDDING_FIELDS: readonly string[] = [
  'biddingStrategyType',
  'biddingStrategy',
  ...Object.values(TARGET_FIELDS),
  'manualCpc.enhancedCpcEnabled',
  'targetSpend.cpcBidCeilingMicros',
]

/** Setting a target, or another strategy, at a campaign of a portfolio takes it out of there. */
export function leavesPortfolio({ key, wanted, fields }: Target, before: Image | null): boolean {
  const isBidding = key === 'campaignOperation' && fields.includes('biddingStrategyType')
  return isBidding && wanted.biddingStrategy === undefined && Boolean(before?.biddingStrategy)
}

/** Undefined for a kind that could be neither shown nor undone. */
export const shapeOf = (operation: Operation) => RESOURCES[Object.keys(operation)[0] ?? '']

/** Throws for an operation of a kind that is not known. */
export function targetOf(operation: Operation): Target {
  const [key = '', body = {}] = Object.entries(operation)[0] ?? []
  const shape = RESOURCES[key]
  if (!shape) throw new Error(`no way to read back ${key}`)
  const removed = body.remove ?? body.resourceName
  if (typeof removed === 'string')
    return {
      kind: 'remove',
      key,
      shape,
      resourceName: removed,
      fields: [...shape.identity, ...shape.settings, ...statusOf(shape)],
      wanted: {},
    }
  if (body.update) return updateTarget(key, shape, body)
  const create = (body.create ?? {}) as Json
  const fields = [...shape.identity, ...shape.settings].filter(
    (path) => valueAt(create, path) !== undefined,
  )
  return {
    kind: 'create',
    key,
    shape,
    resourceName: typeof create.resourceName === 'string' ? create.resourceName : null,
    fields: [...fields, ...(create.status === undefined ? [] : ['status'])],
    wanted: imageOf(create, [...fields, 'status']),
  }
}

function updateTarget(key: string, shape: ResourceShape, body: Json): Target {
  const update = body.update as Json
  const mask = String(body.updateMask ?? '')
    .split(',')
    .map((path) => camelCase(path.trim()))
    .filter(Boolean)
    .flatMap((path) => leavesAt(update, path))
  const isBidding = key === 'campaignOperation' && mask.some((path) => BIDDING.test(path))
  return {
    kind: 'update',
    key,
    shape,
    resourceName: String(update.resourceName ?? ''),
    fields: [...new Set([...mask, ...(isBidding ? BIDDING_FIELDS : [])])],
    wanted: Object.fromEntries(mask.map((path) => [path, valueAt(update, path) ?? null])),
  }
}

const statusOf = (shape: ResourceShape) => (shape.hasStatus ? ['status'] : [])

/** A mask may name a message; what can be read are its fields. */
function leavesAt(update: Json, path: string): string[] {
  const value = valueAt(update, path)
  if (!isMessage(value)) return [path]
  const leaves = Object.keys(value).flatMap((key) => leavesAt(update, `${path}.${key}`))
  return leaves.length > 0 ? leaves : BIDDING_FIELDS.filter((field) => field.startsWith(`${path}.`))
}

export function imageOf(resource: Json, fields: readonly string[]): Image {
  return Object.fromEntries(
    fields.flatMap((path) => {
      const value = valueAt(resource, path)
      return value === undefined ? [] : [[path, value]]
    }),
  )
}

/** Google prints int64 as text, and a target that is not set as 0 or not at all. */
export function sameValue(path: string, a: unknown, b: unknown): boolean {
  return printed(path, a) === printed(path, b)
}

/** Unset, or a target that Google prints as 0 because it is not set. */
export function isEmptyValue(path: string, value: unknown): boolean {
  return value !== false && printed(path, value) === ''
}

function printed(path: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) return value.map(pieceText).sort().join('\n')
  if (value === false || (/target(Cpa|Roas)/.test(path) && Number(value) === 0)) return ''
  if (/^keyword\.text$/.test(path)) return String(value).trim().toLowerCase()
  return isMessage(value) ? pieceText(value) : String(value)
}

/** Of an ad's text only what was sent counts: Google adds its own remarks to it. What is false may be left out. */
function pieceText(value: unknown): string {
  if (!isMessage(value)) return String(value)
  const said = value.text === undefined ? value : { text: value.text, pinned: value.pinnedField }
  const entries = Object.entries(said).filter(([, part]) => part !== undefined && part !== false)
  return JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Fields in which two images differ. */
export function differences(a: Image, b: Image, fields: readonly string[]): string[] {
  return fields.filter((path) => !sameValue(path, a[path], b[path]))
}

/** Whether something is as `wanted`, or as it was before: in these fields. */
export const isAs = (
  image: Image,
  wanted: Image,
  fields: readonly string[] = Object.keys(wanted),
) => differences(image, wanted, fields).length === 0

/** 'customers/1/campaigns/5' → 5. */
export const idOf = (resourceName: unknown) => Number(String(resourceName).split('/').at(-1))

/** 'customers/1/sharedSets/-1': made in the same request. */
export const isTemporary = (name: string) => /\/-\d+$/.test(name)

/** Whether operations name each other's results. */
export function areLinked(operations: readonly Operation[]): boolean {
  return operations.some((operation) =>
    /"customers\/\d+\/\w+\/-\d+"/.test(JSON.stringify(operation)),
  )
}

/**
 * Made all together or not at all: linked ones, money that moves from one budget to another, words of a list with the
 * campaigns that are to use them, and hours: a campaign that has some of them is shown in no others.
 */
export function areTogether(operations: readonly Operation[]): boolean {
  const budgets = operations.filter((operation) => 'campaignBudgetOperation' in operation)
  return budgets.length > 1 || areLinked(operations) || OF_SEVERAL.test(JSON.stringify(operations))
}

const OF_SEVERAL = /"(sharedCriterion|campaignSharedSet)Operation":\{"create":|"adSchedule":/

/** Of the budgets that are changed. */
export const budgetIdsOf = (targets: readonly Target[]) =>
  targets
    .filter(({ key, kind }) => key === 'campaignBudgetOperation' && kind === 'update')
    .map(({ resourceName }) => idOf(resourceName))

/** The most that Google charges in a month for a daily budget: its «spending limits». */
export const mostInMonth = (dailyMicros: number) => Math.round(dailyMicros * 30.4)

/** The most that a step's daily budgets can add to a month; 0 for anything but a budget. */
export function budgetMicrosOf({ wanted }: Pick<Target, 'wanted'>, before: Image | null): number {
  if (wanted.amountMicros === undefined || !before) return 0
  return mostInMonth(Number(wanted.amountMicros) - Number(before.amountMicros ?? 0))
}

/** More than one budget, and no more money in all. `before`: their images, in the order of the targets. */
export function isBudgetShift(
  targets: readonly Target[],
  before: readonly (Image | null)[],
): boolean {
  const changes = targets.flatMap((target, i) =>
    target.key === 'campaignBudgetOperation' ? budgetMicrosOf(target, before[i] ?? null) : [],
  )
  return changes.length > 1 && changes.reduce((sum, change) => sum + change, 0) <= 0
}
