import { gunzipSync, gzipSync } from 'node:zlib'
import type { Day } from '#shared/dates.ts'
import { type AssembledAccount, assembleAccount } from '../rules/assemble-account.ts'
import { addReport, placeReport, type StoredReport } from '../rules/stored-report.ts'
import { parseReport } from './parse-report.ts'
import type { ParsedReport } from './report-types.ts'

export type ReadTask = {
  customerId: number
  /** The account's day: where a file that says no dates is put. */
  today: Day
  files: { id: string; fileName: string; bytes: Uint8Array }[]
  /** `packed` of the files the account has already, oldest first. */
  earlier: string[]
}

/** What is kept of a file; its rows are in `packed` alone. */
export type ReadReport = Omit<StoredReport, 'parsed'> & {
  parsed: Omit<ParsedReport, 'rows'> & { rowsUsed: number }
  packed: string
}

export type ReadReply =
  | {
      ok: true
      /** All files of the account now, oldest first; the new ones last. */
      reports: ReadReport[]
      account: AssembledAccount
    }
  | { ok: false; fileName: string; tooLarge: boolean; message: string }

/** No account reaches 9 thousand million in its currency: such figures are misread or made up. */
const TOO_HIGH =
  'Sus cifras son demasiado altas para ser de una cuenta. Descarga el informe otra vez.'

/** Reads new files, adds them to those of the account and puts it together anew. One bad file refuses them all. */
export function readReports(task: ReadTask): ReadReply {
  let reports = task.earlier.map(unpack)
  for (const { id, fileName, bytes } of task.files) {
    const parsed = parseReport(bytes, fileName)
    if (!parsed.ok)
      return {
        ok: false,
        fileName,
        tooLarge: parsed.code === 'too_large',
        message: parsed.message,
      }
    if (Object.values(parsed.listed).some((sum) => !Number.isSafeInteger(sum)))
      return { ok: false, fileName, tooLarge: false, message: TOO_HIGH }
    reports = addReport(reports, placeReport({ id, fileName, parsed }, reports, task.today))
  }
  return {
    ok: true,
    reports: reports.map(withoutRows),
    account: assembleAccount(task.customerId, reports),
  }
}

function withoutRows(report: StoredReport): ReadReport {
  const { rows, ...parsed } = report.parsed
  return { ...report, parsed: { ...parsed, rowsUsed: rows.length }, packed: pack(report) }
}

/** Fast rather than small: rows of one file repeat their names, so even level 1 makes a tenth of them. */
function pack(report: StoredReport): string {
  return gzipSync(JSON.stringify(report), { level: 1 }).toString('base64')
}

function unpack(packed: string): StoredReport {
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as StoredReport
}
