import { sql } from 'drizzle-orm'
import { type SummedRow, type SumsQuestion, sumLevel, sumShares } from '#account-data/sums.ts'
import type { Level } from '#platform/db/levels.ts'
import { type DayRange, startOfWeek } from '#shared/dates.ts'
import { DEVICES } from '#shared/devices.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { isShare, type MeasuredSums, type MeasureKey, NO_SUMS } from '../rules/measures.ts'
import type { Thing, ThingKind } from '../rules/named-things.ts'
import type { Filters, Question, Split } from '../rules/question.ts'
import type { Asking } from './asking.ts'

export type NamedSums = { key: string; label: string; sums: MeasuredSums }
export type Sought = {
  range: DayRange
  thing: Thing | null
  split: Split | null
  filters: Filters
  /** What is told, where shares may be of it: only the daily facts know these, and sums are quicker without. */
  measures?: readonly MeasureKey[]
}

const LEVEL_OF: Partial<Record<Split, Level>> = {
  campaign: 'campaign',
  ad_group: 'ad_group',
  keyword: 'keyword',
  search_term: 'search_term',
  device: 'device',
  region: 'region',
  hour: 'hour',
}
const KEY_OF: Record<Split, NonNullable<SumsQuestion['groupBy']>[number]> = {
  campaign: 'campaign_id',
  ad_group: 'ad_group_id',
  keyword: 'criterion_id',
  search_term: 'term_id',
  device: 'device',
  region: 'region_id',
  hour: 'hour',
  weekday: 'weekday',
  day: 'day',
  week: 'day',
  month: 'day',
}
const COLUMN_OF = {
  campaign: 'campaign_id',
  ad_group: 'ad_group_id',
  keyword: 'criterion_id',
  search_term: 'term_id',
  region: 'region_id',
} as const satisfies Record<ThingKind, string>
const DEEPER: readonly Level[] = ['account', 'campaign', 'ad_group', 'keyword', 'search_term']
const APART: readonly Level[] = ['device', 'region', 'hour']

/** The one level that has all that is asked; null where none has: hours by device. */
export function levelOf({ thing, split, filters }: Omit<Sought, 'range'>): Level | null {
  const wanted: Level[] = [
    thing?.kind ?? 'account',
    (split && LEVEL_OF[split]) ?? 'account',
    filters.device === null ? 'account' : 'device',
    filters.region === null ? 'account' : 'region',
    filters.hours.length > 0 ? 'hour' : 'account',
  ]
  const apart = [...new Set(wanted.filter((level) => APART.includes(level)))]
  const deepest = Math.max(...wanted.map((level) => DEEPER.indexOf(level)))
  if (apart.length > 1 || (apart.length === 1 && deepest > 1)) return null
  return apart[0] ?? DEEPER[deepest] ?? 'account'
}

/** Sums of what is sought: one row, or one for each part. */
export async function readSums(asking: Asking, sought: Sought): Promise<NamedSums[]> {
  const { range, thing, split, filters, measures = [] } = sought
  const level = levelOf(sought)
  if (!level) return []
  const question: SumsQuestion = {
    customerId: asking.account.customerId,
    level,
    ...range,
    groupBy: split ? [KEY_OF[split]] : [],
    where: {
      ...(thing && { [COLUMN_OF[thing.kind]]: thing.ids.map(Number) }),
      ...(filters.region && { region_id: filters.region.ids.map(Number) }),
      ...(filters.device !== null && { device: filters.device }),
      ...(filters.hours.length > 0 && { hour: filters.hours }),
    },
  }
  const hasShares = level === 'campaign' || level === 'ad_group' || level === 'keyword'
  const rows =
    hasShares && measures.some(isShare)
      ? await sumShares(asking.ctx, { ...question, level, byDays: true })
      : await sumLevel(asking.ctx, question)
  if (!split) return rows.map((sums) => ({ key: 'all', label: 'Total', sums }))
  const kept = rows.filter(
    ({ keys }) =>
      split !== 'weekday' ||
      filters.weekdays.length === 0 ||
      filters.weekdays.includes(Number(keys.weekday) - 1),
  )
  return await labelled(asking, split, kept)
}

/** Of all of it; none where nothing is there. */
export async function sumOf(asking: Asking, sought: Omit<Sought, 'split'>): Promise<MeasuredSums> {
  const [row] = await readSums(asking, { ...sought, split: null })
  return row?.sums ?? NO_SUMS
}

/** Of each thing of a question. */
export async function sumsOfThings(
  asking: Asking,
  range: DayRange,
  { things, filters, measures }: Pick<Question, 'things' | 'filters' | 'measures'>,
): Promise<NamedSums[]> {
  const rows: NamedSums[] = []
  for (const thing of things)
    rows.push({
      key: `${thing.kind} ${thing.ids.join(' ')}`,
      label: thing.name,
      sums: await sumOf(asking, { range, thing, filters, measures }),
    })
  return rows
}

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
const DEVICE_NAMES: Record<(typeof DEVICES)[number], string> = {
  UNKNOWN: 'Desconocido',
  MOBILE: 'Móvil',
  DESKTOP: 'Ordenador',
  TABLET: 'Tableta',
  CONNECTED_TV: 'Televisión',
  OTHER: 'Otros',
}

/** Of these the name is the thing: the same text in several ad groups, the days of a month. */
const BY_NAME: readonly Split[] = ['keyword', 'search_term', 'region', 'week', 'month']

async function labelled(asking: Asking, split: Split, rows: readonly SummedRow[]) {
  const keyOf = ({ keys }: SummedRow) => {
    const key = String(Object.values(keys)[0])
    if (split === 'week') return startOfWeek(key)
    return split === 'month' ? key.slice(0, 7) : key
  }
  const names = await namesOf(asking, split, rows.map(keyOf))
  const groups = Map.groupBy(rows, (row) =>
    BY_NAME.includes(split) ? names(keyOf(row)) : keyOf(row),
  )
  return [...groups.values()].map(
    (some): NamedSums => ({
      key: keyOf(some[0]!),
      label: names(keyOf(some[0]!)),
      sums: some.reduce<MeasuredSums>((all, one) => added(all, one), { ...EMPTY }),
    }),
  )
}

const EMPTY = { impressions: 0, clicks: 0, costMicros: 0, conversionsMicros: 0, valueMicros: 0 }

function added(all: MeasuredSums, one: MeasuredSums): MeasuredSums {
  const keys = ['searchImpressions', 'eligible', 'lostToBudget', 'lostToRank'] as const
  return {
    impressions: all.impressions + one.impressions,
    clicks: all.clicks + one.clicks,
    costMicros: all.costMicros + one.costMicros,
    conversionsMicros: all.conversionsMicros + one.conversionsMicros,
    valueMicros: all.valueMicros + one.valueMicros,
    ...Object.fromEntries(keys.map((key) => [key, (all[key] ?? 0) + (one[key] ?? 0)])),
  }
}

async function namesOf(asking: Asking, split: Split, keys: readonly string[]) {
  switch (split) {
    case 'day':
      return longDay
    case 'week':
      return (key: string) => `Semana del ${longDay(key)}`
    case 'month':
      return (key: string) => key
    case 'weekday':
      return (key: string) => WEEKDAYS[Number(key) - 1] ?? key
    case 'hour':
      return (key: string) => `${key.padStart(2, '0')}:00`
    case 'device':
      return (key: string) => DEVICE_NAMES[DEVICES[Number(key)] ?? 'UNKNOWN']
    default:
      return await entityNames(asking, split, keys)
  }
}

const TABLES = {
  campaign: sql`select campaign_id as id, name from campaigns`,
  ad_group: sql`select ad_group_id as id, ad_groups.name, campaigns.name as within
    from ad_groups left join campaigns using (customer_id, campaign_id)`,
  keyword: sql`select criterion_id as id, text as name from keywords`,
  search_term: sql`select term_id as id, text as name from search_terms`,
  region: sql`select region_id as id, name from regions`,
}

async function entityNames(
  { ctx, account }: Asking,
  split: keyof typeof TABLES,
  keys: readonly string[],
) {
  if (keys.length === 0) return (key: string) => key
  const { rows } = await ctx.db.execute(
    sql`${TABLES[split]} where customer_id = ${account.customerId}`,
  )
  const wanted = new Set(keys)
  const shown = rows.filter(({ id }) => wanted.has(String(id)))
  const sameName = Map.groupBy(shown, ({ name }) => name)
  const names = new Map(
    shown.map(({ id, name, within }) => {
      const isOne = within == null || sameName.get(name)?.length === 1
      return [String(id), isOne ? String(name) : `${name} (${within})`]
    }),
  )
  return (key: string) => names.get(key) ?? (split === 'region' ? 'Lugar sin identificar' : key)
}
