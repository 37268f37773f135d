import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#kit/error-text.ts'
import { invalidateData } from '#kit/query.ts'
import { integer, quantity } from '#shared/spanish-numbers.ts'
import type { ImportedReport } from '../contract.ts'
import { uploadReport } from './upload.ts'

/** One file on its way: chosen, being sent, read, refused. */
export type FileState = {
  id: number
  file: File
  step:
    | { name: 'chosen' }
    | { name: 'sending'; fraction: number }
    | { name: 'read'; report: ImportedReport }
    | { name: 'refused'; reason: string; canRetry: boolean }
}

let lastId = 0

/** The files of one import; they all go to the account that the first one makes. */
export function useImport(maxBytes: number | null) {
  const client = useQueryClient()
  const [files, setFiles] = useState<FileState[]>([])
  const [accountId, setAccountId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const setStep = (id: number, step: FileState['step']) =>
    setFiles((before) => before.map((state) => (state.id === id ? { ...state, step } : state)))

  const add = (chosen: File[]) =>
    setFiles((before) => [...before, ...chosen.map((file) => firstState(file, maxBytes))])

  const remove = (id: number) => setFiles((before) => before.filter((state) => state.id !== id))

  // One file at a time: a refused one leaves the others, and their results, as they are.
  const send = async (accountName: string) => {
    setBusy(true)
    let target = accountId
    for (const { id, file } of files.filter(isToSend)) {
      setStep(id, { name: 'sending', fraction: 0 })
      try {
        const reply = await uploadReport({ file, accountName, accountId: target }, (fraction) =>
          setStep(id, { name: 'sending', fraction }),
        )
        target = reply.accountId
        setAccountId(target)
        const [report] = reply.reports
        if (report) setStep(id, { name: 'read', report })
      } catch (error) {
        setStep(id, { name: 'refused', reason: errorText(error), canRetry: true })
      }
    }
    setBusy(false)
    void invalidateData(client)
  }

  return { files, accountId, isBusy, add, remove, send }
}

export function isToSend({ step }: FileState): boolean {
  return step.name === 'chosen' || (step.name === 'refused' && step.canRetry)
}

/** '3,4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${integer(bytes)} bytes`
  return bytes < 1_000_000 ? `${integer(bytes / 1_000)} kB` : `${quantity(bytes / 1_000_000, 1)} MB`
}

function firstState(file: File, maxBytes: number | null): FileState {
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
