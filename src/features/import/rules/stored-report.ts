import type { DayRange } from '#shared/dates.ts'
import { listed } from '#shared/spanish-numbers.ts'
import type { ParsedReport, ReportRow } from '../reading/report-types.ts'

/** A file read, with the days it is taken to cover; one without a day column lies on the last of them. */
export type StoredReport = {
  id: string
  fileName: string
  parsed: ParsedReport
  span: DayRange
  /** What was decided for this account, besides the parser's own notes. */
  notes: string[]
  /** Ids that the account gave to campaigns and ad groups, here or in a file that this one replaced. */
  known?: [string, number][]
}

/** Gives a parsed file its days: its own, else those that its owner told. */
export function placeReport(
  file: { id: string; fileName: string; parsed: ParsedReport },
  told: DayRange,
): StoredReport {
  const { parsed } = file
  if (parsed.period) return { ...file, span: widened(parsed.period, parsed), notes: [] }
  return {
    ...file,
    parsed: { ...parsed, period: told },
    span: told,
    notes: ['El archivo no dice de qué fechas son sus datos: son las que has indicado.'],
  }
}

export function overlaps(a: DayRange, b: DayRange): boolean {
  return a.from <= b.to && b.from <= a.to
}

/**
 * Adds a file to those of an account. One of the same kind and the same days replaces the older; where the days
 * only overlap, the older file stays for the rest.
 */
export function addReport(reports: readonly StoredReport[], added: StoredReport): StoredReport[] {
  const sameKind = reports.filter(
    ({ parsed, span }) => parsed.kind === added.parsed.kind && overlaps(span, added.span),
  )
  const replaced = sameKind.filter(
    ({ span }) => span.from === added.span.from && span.to === added.span.to,
  )
  const notes = sameKind.map((older) =>
    replaced.includes(older) ? replacedNote(older, added) : overlapNote(older, added),
  )
  const kept = reports.filter((report) => !replaced.includes(report))
  return [...kept, { ...added, notes: [...added.notes, ...notes] }]
}

/** Downloads of one campaign each take each other's place: what is lost by it is named. */
function replacedNote(older: StoredReport, added: StoredReport): string {
  const said = `Sustituye a «${older.fileName}», del mismo periodo`
  const lost = lostCampaigns(older, added)
  if (lost.length === 0) return `${said}.`
  const shown = lost.slice(0, MOST_NAMED).map((name) => `«${name}»`)
  const more = lost.length > MOST_NAMED ? [`${lost.length - MOST_NAMED} más`] : []
  return `${said}: campañas que solo traía aquel y dejan de verse: ${listed([...shown, ...more])}. Descarga todas en un mismo informe.`
}

const MOST_NAMED = 6

/** By Google's id where both files bring it: a new name loses none. */
function lostCampaigns({ parsed: older }: StoredReport, { parsed: added }: StoredReport): string[] {
  const ids = new Set<string>()
  const names = new Set<string>()
  const bareNames = new Set<string>()
  for (const { campaign = '', campaignId } of added.rows) {
    names.add(campaign)
    if (campaignId === undefined) bareNames.add(campaign)
    else ids.add(campaignId)
  }
  const isThere = ({ campaign = '', campaignId }: ReportRow) =>
    campaignId === undefined ? names.has(campaign) : ids.has(campaignId) || bareNames.has(campaign)
  const lost = older.rows.filter((row) => row.campaign !== undefined && !isThere(row))
  return [...new Set(lost.flatMap(({ campaign }) => campaign ?? []))]
}

function overlapNote({ fileName, parsed }: StoredReport, added: StoredReport): string {
  const said = `Se solapa con «${fileName}»`
  if (parsed.step === 'day') return `${said}: los días comunes se toman de este archivo.`
  if (parsed.step === 'period')
    return `${said}, que no viene por días: sus cifras dejan de contarse.`
  const [by, steps, whole] =
    parsed.step === 'week' ? ['semanas', 'las', 'enteras'] : ['meses', 'los', 'enteros']
  const start = `${said}, que viene por ${by}: ${steps} que`
  return added.parsed.step === 'day' || added.parsed.step === parsed.step
    ? `${start} este archivo no trae ${whole} se siguen tomando de aquel.`
    : `${start} tocan los días de este archivo dejan de contarse de aquel.`
}

/** Rows may lie outside of the period that the file's head states. */
function widened(period: DayRange, { rows }: ParsedReport): DayRange {
  let { from, to } = period
  for (const { day } of rows) {
    if (day && day < from) from = day
    if (day && day > to) to = day
  }
  return { from, to }
}
