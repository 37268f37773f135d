import { randomUUID } from 'node:crypto'
import { fileWindow } from '#account-data/file-window.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { ImportAnswers, ImportQuestion } from '../contract.ts'
import { type AssembledAccount, assembleAccount } from '../rules/assemble-account.ts'
import { chooseCurrency } from '../rules/choose-currency.ts'
import { knownIds, unkeptIds } from '../rules/entity-names.ts'
import { sightNotes } from '../rules/sight-notes.ts'
import { addReport, placeReport, type StoredReport } from '../rules/stored-report.ts'
import { packReport, unpackReport } from './packed-report.ts'
import { parseReports, type SheetReport } from './parse-report.ts'
import { fileBytes } from './report-bytes.ts'
import type { ParsedReport, ReportFault } from './report-types.ts'
import { writeBatches } from './spooled-batches.ts'

/** `path`: where the upload lies. */
type TaskFile = { id: string; fileName: string; path: string; answers: ImportAnswers }

export type ReadTask = {
  customerId: number
  today: Day
  files: TaskFile[]
  /** `packed` of the files the account has already, oldest first. */
  earlier: string[]
  /** Where the account's rows are written, a batch a line: they would not fit twice in the server's memory. */
  batchesPath: string
  /** As the user says, and as the account has it; '' for a new one. */
  askedCurrency?: string | undefined
  accountCurrency: string
}

/** What is kept of a file; its rows are in `packed` alone. */
export type ReadReport = Omit<StoredReport, 'parsed' | 'known'> & {
  parsed: Omit<ParsedReport, 'rows'> & { rowsUsed: number }
  packed: string
}

type Refusal = { ok: false; fileName: string; tooLarge: boolean; message: string }

export type ReadReply =
  | {
      ok: true
      /** All files of the account now, oldest first; the new ones last. */
      reports: ReadReport[]
      addedIds: string[]
      account: Omit<AssembledAccount, 'batches'>
      currencyCode: string
    }
  | Refusal
  | { ok: false; question: ImportQuestion }

/** No account reaches 9 thousand million in its currency: such figures are misread or made up. */
const TOO_HIGH =
  'Sus cifras son demasiado altas para ser de una cuenta. Descarga el informe otra vez.'

/** Reads new files, adds them to those of the account and puts it together anew. One bad file refuses them all. */
export function readReports(task: ReadTask): ReadReply {
  const read: { file: TaskFile; parsed: ParsedReport }[] = []
  for (const file of task.files) {
    const found = parseFile(file, task)
    if (!Array.isArray(found)) return found
    for (const [i, { sheet, parsed }] of found.entries()) {
      const fileName = sheet === null ? file.fileName : `${file.fileName} · ${sheet}`
      read.push({ file: { ...file, fileName, id: i === 0 ? file.id : randomUUID() }, parsed })
    }
  }
  const earlier = task.earlier.map(unpackReport)
  const stated = [
    ...earlier,
    ...read.map(({ file, parsed }) => ({ fileName: file.fileName, parsed })),
  ]
  const currency = chooseCurrency(stated, task.askedCurrency, {
    currencyCode: task.accountCurrency,
    files: earlier,
  })
  if (!currency.ok && 'message' in currency)
    return { ok: false, fileName: '', tooLarge: false, message: currency.message }
  const openCurrency = currency.ok ? null : currency
  let reports = earlier
  for (const { file, parsed } of read) {
    const period = parsed.period ?? toldPeriod(file.answers)
    const sign = openCurrency?.of.fileName === file.fileName ? { sign: openCurrency.sign } : null
    if (!period || sign) return { ok: false, question: questionOf(file, !period, sign) }
    reports = addReport(reports, placeReport({ ...file, parsed }, period))
  }
  // The file whose currency is open was read before.
  if (!currency.ok) return { ok: false, question: questionOf(currency.of, false, currency) }
  const known = knownIds(task.customerId, earlier)
  const { batches, ...account } = assembleAccount(task.customerId, reports, known)
  writeBatches(task.batchesPath, batches)
  const last = reports.at(-1)
  if (last) last.known = unkeptIds(known, reports)
  const judged = fileWindow(account.fileFacts)?.levels ?? []
  const notes = sightNotes(reports, account, judged)
  return {
    ok: true,
    reports: reports.map((report) => withoutRows(report, notes.get(report.id) ?? [])),
    addedIds: read.map(({ file }) => file.id),
    account,
    currencyCode: currency.code,
  }
}

function parseFile(
  { fileName, path, answers }: TaskFile,
  { askedCurrency, accountCurrency, today }: ReadTask,
): SheetReport[] | Refusal | { ok: false; question: ImportQuestion } {
  const parsed = parseReports(fileBytes(path), fileName, {
    columns: answers.columns,
    today,
    currencyCode: askedCurrency ?? (accountCurrency || undefined),
  })
  if (!Array.isArray(parsed))
    return parsed.ask
      ? { ok: false, question: columnsAsked(fileName, parsed) }
      : refusal(fileName, parsed)
  const sums = parsed.flatMap((one) => Object.values(one.parsed.listed))
  if (sums.some((sum) => !Number.isSafeInteger(sum)))
    return { ok: false, fileName, tooLarge: false, message: TOO_HIGH }
  return parsed
}

function refusal(fileName: string, { code, message }: ReportFault): Refusal {
  return { ok: false, fileName, tooLarge: code === 'too_large', message }
}

function columnsAsked(fileName: string, { message, ask }: ReportFault): ImportQuestion {
  return { fileName, message, columns: ask ?? null, asksPeriod: false, currency: null }
}

function questionOf(
  { fileName }: { fileName: string },
  asksPeriod: boolean,
  currency: { sign: string | null } | null,
): ImportQuestion {
  const parts = [
    ...(asksPeriod ? ['de qué fechas son sus datos'] : []),
    ...(currency ? ['en qué moneda están los importes'] : []),
  ]
  const message = `El archivo no dice ${parts.join(' ni ')}.`
  return {
    fileName,
    message,
    columns: null,
    asksPeriod,
    currency: currency && { sign: currency.sign },
  }
}

function toldPeriod({ from, to }: ImportAnswers): DayRange | null {
  return from && to && from <= to ? { from, to } : null
}

function withoutRows(report: StoredReport, notes: readonly string[]): ReadReport {
  const { known: _, ...told } = report
  const { rows, ...parsed } = report.parsed
  return {
    ...told,
    notes: [...report.notes, ...notes],
    parsed: { ...parsed, rowsUsed: rows.length },
    packed: packReport(report),
  }
}
