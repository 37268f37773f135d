import { createElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '#kit/components/toast.tsx'
import { createQueryClient } from '#kit/query.ts'
import { apply } from './send-decisions.ts'
import type { Desk, Mark } from './use-deeds.ts'

const FAILED = 'Error al aplicar la recomendación. Por favor, inténtalo de nuevo.'
const NOT_KNOWN = 'Google Ads no ha respondido.'
const REASON = 'El presupuesto era 20,00 € al analizarlo y ahora es 25,00 €.'

const network = globalThis.fetch
afterEach(() => {
  globalThis.fetch = network
})

test('a change that is refused says so in the words of the specification, with its reason', async () => {
  serverAnswers(409, JSON.stringify({ code: 'conflict', message: REASON }))
  expect(await applied(['a'])).toEqual([['a', 'refused', REASON]])
  expect(await notice()).toContain(FAILED)
  expect(await notice()).toContain(REASON)
})

test('a refusal without a word is told by them alone', async () => {
  serverAnswers(502, '<html>')
  expect(await applied(['b'])).toEqual([['b', 'refused', FAILED]])
  expect((await notice()).split(FAILED)).toHaveLength(2)
})

test('the notice of what was applied says what it was, and its undoing that it is under way', async () => {
  serverAnswers(200, JSON.stringify({ estado_cambio: 'aplicada', titulo: 'Pausa «botas»' }))
  let goBack: (() => void) | null = null
  await applied(['c'], (undo) => {
    goBack = undo ?? goBack
  })
  expect(await notice()).toContain('Pausa «botas»')
  goBack!()
  expect(await notice()).toContain('Deshaciendo…')
})

test('what Google has not answered is told as open, not as failed, and its undoing neither', async () => {
  serverAnswers(200, JSON.stringify({ estado_cambio: 'aplicando', message: NOT_KNOWN }))
  expect(await applied(['d'])).toEqual([['d', 'refused', NOT_KNOWN]])
  const said = await notice()
  expect(said).toContain('Todavía no se sabe')
  expect(said).not.toContain(FAILED)

  serverAnswers(200, JSON.stringify({ estado_cambio: 'aplicada', titulo: 'Pausa «botas»' }))
  let goBack: (() => void) | null = null
  await applied(['d'], (undo) => {
    goBack = undo ?? goBack
  })
  serverAnswers(200, JSON.stringify({ estado_cambio: 'deshaciendo', message: NOT_KNOWN }))
  goBack!()
  await expect.poll(notice).toContain('Todavía no se sabe')
})

/** There is no page here, so no server that its addresses could lead to. */
function serverAnswers(status: number, body: string): void {
  globalThis.fetch = async () => new Response(body, { status })
}

async function applied(
  ids: string[],
  setUndo: Desk['setUndo'] = () => {},
): Promise<[string, Mark['state'], string][]> {
  const marks: [string, Mark['state'], string][] = []
  const client = createQueryClient()
  const mark: Desk['mark'] = (marked, next) => {
    for (const id of marked) if (next) marks.push([id, next.state, next.text])
  }
  await apply({ client, mark, setUndo }, ids)
  client.clear()
  return marks
}

async function notice(): Promise<string> {
  const drawn = await renderToReadableStream(createElement(ToastRegion))
  await drawn.allReady
  return await new Response(drawn).text()
}
