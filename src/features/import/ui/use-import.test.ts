import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#kit/query.ts'
import type { ImportReply } from '../contract.ts'
import { useImport } from './use-import.ts'

const A = '9000000000001'
const B = '9000000000002'
const QUESTION = {
  ...{ fileName: 'a.csv', message: '', columns: null, asksPeriod: true, currency: null },
}
const ASKED: ImportReply = { accountId: null, reports: [], question: QUESTION }

const network = globalThis.XMLHttpRequest
let sentTo: (FormDataEntryValue | null)[] = []
beforeEach(() => {
  sentTo = []
})
afterEach(() => {
  globalThis.XMLHttpRequest = network
})

test('a file that was refused goes to the account that is chosen when it is sent again', async () => {
  serverAnswers(422, { code: 'unprocessable', message: 'Impórtalo como otra cuenta.' })
  const { send } = withFiles(['a.csv'])
  await send('', A)
  await send('', null)
  expect(sentTo).toEqual([A, null])
})

test('a file of which something was asked goes where the page says when it is told', async () => {
  serverAnswers(200, ASKED)
  const { files, send, tell } = withFiles(['a.csv'])
  await send('', A)
  await tell(files[0]!, '', B, {})
  await tell(files[0]!, '', null, {})
  expect(sentTo).toEqual([A, B, null])
})

test('the files after the first that was read go to its account', async () => {
  serverAnswers(200, { accountId: B, reports: [], question: null })
  await withFiles(['a.csv', 'b.csv']).send('', null)
  expect(sentTo).toEqual([null, B])
})

type Import = ReturnType<typeof useImport>

/** As the page sees it once files were chosen; drawn once, so steps stay as they were. */
function withFiles(names: string[]): Import {
  const seen: Import[] = []
  const client = createQueryClient()
  const page = createElement(Page, { names, onSeen: (found) => seen.push(found) })
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  return seen.at(-1)!
}

function Page({ names, onSeen }: { names: string[]; onSeen: (seen: Import) => void }) {
  const found = useImport(null)
  if (found.files.length === 0) found.add(names.map((name) => new File(['a'], name)))
  onSeen(found)
  return null
}

function serverAnswers(status: number, reply: object) {
  class Request extends EventTarget {
    upload = new EventTarget()
    status = status
    responseText = JSON.stringify(reply)
    open() {}
    getResponseHeader() {
      return null
    }
    send(form: FormData) {
      sentTo.push(form.get('accountId'))
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
  globalThis.XMLHttpRequest = Request as unknown as typeof XMLHttpRequest
}
