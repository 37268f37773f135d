import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '#kit/error-text.ts'
import { invalidateData } from '#kit/query.ts'
import type { ImportQuestion } from '../contract.ts'
import { type FileState, firstState, isToSend, type Told } from './file-state.ts'
import { uploadReport } from './upload.ts'

/** The files of one import; they go to the account that is chosen as they are sent, and once one was read to that one's. */
export function useImport(maxBytes: number | null) {
  const client = useQueryClient()
  const [files, setFiles] = useState<FileState[]>([])
  const [accountId, setAccountId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const target = useRef<string | null>(null)

  const setStep = (id: number, step: FileState['step']) =>
    setFiles((before) => before.map((state) => (state.id === id ? { ...state, step } : state)))

  const add = (chosen: File[]) =>
    setFiles((before) => [...before, ...chosen.map((file) => firstState(file, maxBytes))])

  const remove = (id: number) => setFiles((before) => before.filter((state) => state.id !== id))

  const sendOne = async ({ id, file, step }: FileState, accountName: string, told: Told) => {
    setStep(id, { name: 'sending', fraction: 0 })
    try {
      const reply = await uploadReport(
        { file, accountName, accountId: target.current, told },
        (fraction) => setStep(id, { name: 'sending', fraction }),
      )
      if (reply.question) return setStep(id, asked(reply.question, told))
      target.current = reply.accountId
      setAccountId(reply.accountId)
      setStep(id, { name: 'read', reports: reply.reports })
    } catch (error) {
      const reason = errorText(error)
      // What was told stays on the screen, to be corrected.
      if (step.name === 'asked') setStep(id, { ...step, told, problem: reason })
      else setStep(id, { name: 'refused', reason, canRetry: true })
    }
  }

  // One file at a time: a refused one leaves the others, and their results, as they are.
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
    void invalidateData(client)
  }

  const send = (accountName: string, intoAccount: string | null) =>
    run(async () => {
      target.current = accountId ?? intoAccount
      for (const state of files.filter(isToSend)) await sendOne(state, accountName, {})
    })

  /** Sends a file again with what was told of it; the others may only have lacked the currency. */
  const tell = (state: FileState, accountName: string, intoAccount: string | null, told: Told) =>
    run(async () => {
      target.current = accountId ?? intoAccount
      await sendOne(state, accountName, told)
      const others = files.filter(({ id, step }) => id !== state.id && asksCurrencyAlone(step))
      if (target.current) for (const other of others) await sendOne(other, accountName, {})
    })

  return { files, accountId, isBusy, add, remove, send, tell }
}

function asked(question: ImportQuestion, told: Told): FileState['step'] {
  return { name: 'asked', question, told, problem: null }
}

function asksCurrencyAlone(step: FileState['step']): boolean {
  if (step.name !== 'asked') return false
  const { columns, asksPeriod } = step.question
  return columns === null && !asksPeriod
}
