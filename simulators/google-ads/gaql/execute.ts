import type { AccountSource, FactRow, FieldRow, FieldValue, Measures } from '../account-source.ts'
import { columnsOf, fieldReader, type ResultRow } from './columns.ts'
import { segmentDateBounds } from './date-bounds.ts'
import { isDateSegment } from './date-segments.ts'
import { addDays, dayInZone } from './days.ts'
import { predicate } from './matches.ts'
import { addMeasures, NO_MEASURES } from './metrics.ts'
import { isMetric, isSegment, type Query } from './query.ts'
import { sorted } from './sort.ts'

/** Without a date filter Google adds up an account's whole life; no simulated account is older than this. */
const LIFETIME_DAYS = 3 * 366
/** Facts read between two pauses in which other requests may run. */
const FACTS_PER_PAUSE = 2000

/** `null` means: nothing yet, let others run. */
export type RowOrPause = ResultRow | null

/** Rows of a checked query, one value per column of `columnsOf`; lazily, ordered and limited. */
export function* executeQuery(
  query: Query,
  source: AccountSource,
  now: Date,
): Generator<RowOrPause> {
  const columns = columnsOf(query)
  const groups = reports(query) ? factGroups(query, source, now) : entities(query, source, now)
  const rows = read(groups, rowReader(columns))
  const orderings = query.orderBy.map(({ field, descending }) => {
    const at = columns.indexOf(field)
    return { read: (row: ResultRow) => row[at], descending }
  })
  let left = query.limit ?? Number.POSITIVE_INFINITY
  for (const row of orderings.length > 0 ? sorted(rows, orderings) : rows) {
    yield row
    if (row && --left <= 0) return
  }
}

/** `sums` are the first fact's own until others are added to them. */
type Group = { fields: FieldRow; sums: Measures; entity?: FieldRow; isSummed?: boolean }

/** Of an entity, attributes are read once: through all that a row inherits from, that takes longer than to add it up. */
function rowReader(columns: readonly string[]): (group: Group) => ResultRow {
  const readers = columns.map(fieldReader)
  const changing = columns.flatMap((field, at) => (isOfRow(field) ? [at] : []))
  const attributesOf = onceFor((entity) =>
    columns.map((field, at) => (isOfRow(field) ? undefined : readers[at]?.(entity, NO_MEASURES))),
  )
  return ({ fields, sums, entity }) => {
    if (!entity) return readers.map((reader) => reader(fields, sums))
    const row = attributesOf(entity).slice()
    for (const at of changing) row[at] = readers[at]?.(fields, sums)
    return row
  }
}

const isOfRow = (field: string) => isMetric(field) || isSegment(field)

function onceFor<T>(make: (entity: FieldRow) => T): (entity: FieldRow) => T {
  const made = new Map<FieldRow, T>()
  return (entity) => {
    let known = made.get(entity)
    if (known === undefined) {
      known = make(entity)
      made.set(entity, known)
    }
    return known
  }
}

function* read(
  groups: Iterable<Group | null>,
  toRow: (group: Group) => ResultRow,
): Generator<RowOrPause> {
  for (const group of groups) yield group && toRow(group)
}

/** A query with metrics or segments reports on traffic; any other lists entities. */
function reports(query: Query): boolean {
  return usedFields(query).some((field) => isMetric(field) || isSegment(field))
}

function* entities(query: Query, source: AccountSource, now: Date): Generator<Group | null> {
  const keep = rowFilter(query, dayInZone(now, source.timeZone), () => true)
  const withDrafts = query.parameters.include_drafts === 'true'
  let seen = 0
  for (const fields of source.entities(query.from, now)) {
    if (++seen % FACTS_PER_PAUSE === 0) yield null
    if (!withDrafts && isDraft(fields)) continue
    if (keep(fields, NO_MEASURES)) yield { fields, sums: NO_MEASURES }
  }
}

/** Told only to those who ask for drafts. */
const isDraft = (fields: FieldRow) => fields['campaign.experiment_type'] === 'DRAFT'

function* factGroups(query: Query, source: AccountSource, now: Date): Generator<Group | null> {
  const today = dayInZone(now, source.timeZone)
  const keepFact = factFilter(query, today)
  const keepGroup = rowFilter(query, today, isMetric)
  const finished = (groups: Map<string, Group>) =>
    [...groups.values()].filter(({ fields, sums }) => keepGroup(fields, sums))
  const segments = query.select.filter(isSegment)
  // Google answers only what a keyword brought as soon as anything of the keyword is asked for.
  const needsKeyword = usedFields(query).some((field) => field.startsWith('segments.keyword.'))
  const byDay = segments.includes('segments.date')
  // Those of a day are by themselves.
  const keyOf = groupKey(
    query,
    segments.filter((segment) => segment !== 'segments.date'),
  )
  let groups = new Map<string, Group>()
  let day: FieldValue
  let seen = 0
  for (const fact of source.facts(query.from, wanted(query, today, now))) {
    if (++seen % FACTS_PER_PAUSE === 0) yield null
    // Facts come day by day, so a finished day can be sent and forgotten.
    if (byDay && fact.fields['segments.date'] !== day) {
      yield* finished(groups)
      groups = new Map()
      day = fact.fields['segments.date']
    }
    if (needsKeyword && fact.fields['segments.keyword.ad_group_criterion'] === undefined) continue
    if (keepFact(fact)) addFact(groups, keyOf(fact), fact)
  }
  if (segments.length === 0 && query.from !== 'experiment')
    addSilentEntities(groups, query, source, now)
  yield* finished(groups)
}

function wanted(query: Query, today: string, now: Date) {
  const bounds = segmentDateBounds(query.where, today)
  const used = usedFields(query).filter(isSegment)
  return {
    from: bounds.from ?? addDays(bounds.to ?? today, -LIFETIME_DAYS),
    to: bounds.to !== undefined && bounds.to < today ? bounds.to : today,
    segments: new Set(used.map((field) => (isDateSegment(field) ? 'segments.date' : field))),
    now,
  }
}

function usedFields(query: Query): string[] {
  return [...query.select, ...query.where.map(({ field }) => field)]
}

function addFact(groups: Map<string, Group>, key: string, fact: FactRow): void {
  const { fields, measures, entity } = fact
  const group = groups.get(key)
  if (!group) {
    groups.set(key, { fields, sums: measures, entity, isSummed: false })
    return
  }
  if (!group.isSummed) group.sums = { ...group.sums }
  group.isSummed = true
  addMeasures(group.sums, measures)
  group.fields = fields
  group.entity = entity
}

/**
 * Rows are told apart by the main resource and the selected segments, and by the campaign and ad group where one
 * is selected: a view such as `geographic_view` names neither. Nothing else that is selected splits them.
 */
function groupKey(
  query: Query,
  segments: readonly string[],
): (fact: Pick<FactRow, 'fields' | 'entity'>) => string {
  const nameField = `${query.from}.resource_name`
  const attributes = query.select.filter((field) => !isMetric(field) && !isSegment(field))
  const parents = ['campaign', 'ad_group']
    .filter((parent) => attributes.some((field) => field.startsWith(`${parent}.`)))
    .map((parent) => `${parent}.id`)
  const segmentReaders = segments.map(fieldReader)
  const nameOf = (fields: FieldRow) => {
    const name = fields[nameField] ?? attributes.map((field) => fields[field]).join('\u0000')
    let key = String(name)
    for (const parent of parents) key += `\u0000${fields[parent] ?? ''}`
    return key
  }
  const nameOfEntity = onceFor(nameOf)
  return ({ fields, entity }) => {
    let key = entity ? nameOfEntity(entity) : nameOf(fields)
    for (const reader of segmentReaders) key += `\u0000${reader(fields, NO_MEASURES) ?? ''}`
    return key
  }
}

/** Without segments Google also lists what had no traffic, with zeros; of experiments it is not known to. */
function addSilentEntities(
  groups: Map<string, Group>,
  query: Query,
  source: AccountSource,
  now: Date,
): void {
  const keyOf = groupKey(query, [])
  // Date filters choose the traffic that is added up, not the entities.
  const keep = rowFilter(
    query,
    dayInZone(now, source.timeZone),
    (field) => !isMetric(field) && !isSegment(field),
  )
  for (const fields of source.entities(query.from, now)) {
    const key = keyOf({ fields })
    if (!groups.has(key) && !isDraft(fields) && keep(fields, NO_MEASURES)) {
      groups.set(key, { fields, sums: { ...NO_MEASURES } })
    }
  }
}

/** All conditions but those on metrics; those on attributes once for each entity. */
function factFilter(query: Query, today: string): (fact: FactRow) => boolean {
  const isAttribute = (field: string) => !isOfRow(field)
  const ofAttributes = rowFilter(query, today, isAttribute)
  const ofSegments = rowFilter(query, today, isSegment)
  const isEntityKept = onceFor((entity) => ofAttributes(entity, NO_MEASURES))
  return ({ fields, measures, entity }) =>
    (entity ? isEntityKept(entity) : ofAttributes(fields, measures)) && ofSegments(fields, measures)
}

/** The conditions of WHERE on the fields that `applies` picks, as one test. */
function rowFilter(
  query: Query,
  today: string,
  applies: (field: string) => boolean,
): (fields: FieldRow, sums: Measures) => boolean {
  const tests = query.where
    .filter(({ field }) => applies(field))
    .map((condition) => ({
      read: fieldReader(condition.field),
      matches: predicate(condition, today),
    }))
  return (fields, sums) => tests.every(({ read, matches }) => matches(read(fields, sums)))
}
