import { failureOf, isBackIn } from '#kit/api.ts'
import { ApiError, CONNECTION_TEXT } from '#kit/api-error.ts'
import { IMPORT_PATH, type ImportReply } from '../contract.ts'
import type { Told } from './file-state.ts'

type Report = { file: File; accountName: string; accountId: string | null; told: Told }

/** Sends one report. `onProgress` gets 0..1 of the bytes sent. Throws ApiError. */
export async function uploadReport(
  report: Report,
  onProgress: (fraction: number) => void,
): Promise<ImportReply> {
  try {
    return await send(report, onProgress)
  } catch (error) {
    const isOut = error instanceof ApiError && error.code === 'not_logged_in'
    if (isOut && (await isBackIn(true))) return await send(report, onProgress)
    throw error
  }
}

/** `fetch` cannot tell how much has been sent, so this is the one place with XMLHttpRequest. */
function send(report: Report, onProgress: (fraction: number) => void): Promise<ImportReply> {
  const form = new FormData()
  if (report.accountId) form.set('accountId', report.accountId)
  if (report.accountName) form.set('accountName', report.accountName)
  const { currencyCode, ...answers } = report.told
  if (currencyCode) form.set('currencyCode', currencyCode)
  form.set('answers', JSON.stringify([answers]))
  // Fields go first: the server reads the parts in order.
  form.set('files', report.file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', IMPORT_PATH)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('error', () =>
      reject(new ApiError({ status: 0, code: 'network', message: CONNECTION_TEXT })),
    )
    request.addEventListener('load', () => {
      const reply = parse(request.responseText)
      if (request.status < 300 && reply) return resolve(reply as ImportReply)
      reject(failureFrom(request, reply))
    })
    request.send(form)
  })
}

function failureFrom(request: XMLHttpRequest, reply: unknown): ApiError {
  return failureOf(
    { status: request.status, headers: { get: (name) => request.getResponseHeader(name) } },
    reply,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
