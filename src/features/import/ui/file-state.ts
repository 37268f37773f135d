import { integer, quantity } from '#shared/spanish-numbers.ts'
import type { ImportAnswers, ImportedReport, ImportQuestion } from '../contract.ts'

/** What a person has said of a file that does not say it itself. */
export type Told = ImportAnswers & { currencyCode?: string }

/** One file on its way: chosen, being sent, asking for what it does not say, read, refused. */
export type FileState = {
  id: number
  file: File
  step:
    | { name: 'chosen' }
    | { name: 'sending'; fraction: number }
    | { name: 'asked'; question: ImportQuestion; told: Told; problem: string | null }
    | { name: 'read'; reports: ImportedReport[] }
    | { name: 'refused'; reason: string; canRetry: boolean }
}

let lastId = 0

export function firstState(file: File, maxBytes: number | null): FileState {
  lastId += 1
  const refuse = (reason: string): FileState['step'] => ({
    name: 'refused',
    reason,
    canRetry: false,
  })
  if (file.size === 0) return { id: lastId, file, step: refuse('El archivo está vacío.') }
  if (maxBytes !== null && file.size > maxBytes) {
    const reason = `Pesa ${sizeText(file.size)} y el máximo es ${sizeText(maxBytes)}. Descarga un período más corto o menos columnas.`
    return { id: lastId, file, step: refuse(reason) }
  }
  return { id: lastId, file, step: { name: 'chosen' } }
}

export function isToSend({ step }: FileState): boolean {
  return step.name === 'chosen' || (step.name === 'refused' && step.canRetry)
}

/** '3,4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${integer(bytes)} bytes`
  return bytes < 1_000_000 ? `${integer(bytes / 1_000)} kB` : `${quantity(bytes / 1_000_000, 1)} MB`
}
