import { createElement } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '#kit/components/toast.tsx'
import { createQueryClient, queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { getInbox, type InboxRow } from '../../contract/inbox.ts'
import { type Desk, isHeld, type Mark, markOf } from './desk.ts'
import { InboxRowView } from './inbox-row.tsx'
import { askAgainIn } from './inbox-rows.ts'
import { apply, snooze } from './send-decisions.ts'

const FAILED = 'Error al aplicar la recomendación. Por favor, inténtalo de nuevo.'
const NOT_KNOWN = 'Google Ads no ha respondido.'
const REASON = 'El presupuesto era 20,00 € al analizarlo y ahora es 25,00 €.'

const network = globalThis.fetch
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  globalThis.fetch = network
})

test('a change that is refused says so in the words of the specification, with its reason', async () => {
  serverAnswers(409, JSON.stringify({ code: 'conflict', message: REASON }))
  expect(await applied(['a'])).toEqual([['a', 'refused', REASON]])
  expect(await notice()).toContain(FAILED)
  expect(await notice(), 'which its row says').not.toContain(REASON)
})

test('what was seen of it is sent with the press', async () => {
  const sent: unknown[] = []
  globalThis.fetch = async (_, how) => {
    sent.push(JSON.parse(String(how?.body)))
    return new Response(JSON.stringify({ estado_cambio: 'aplicada', titulo: 'Pausa «botas»' }))
  }
  await applied(['s'])
  expect(sent[0]).toMatchObject({ visto: 'seen of s' })
})

test('a refusal without a word is told by them alone', async () => {
  serverAnswers(500, '<html>')
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

test('what is taken back is named and stands where it stood, before the list is read again', async () => {
  const client = createQueryClient()
  const { queryKey } = queryOf(getInbox, {})
  const rows = ['p', 'q', 'r'].map((id) => ({ ...ROW, id, titulo: `Pausa ${id}` }))
  client.setQueryData(queryKey, { rows, total: 3 } as ReplyOf<typeof getInbox>)
  const shown = () => client.getQueryData(queryKey)?.rows.map(({ id }) => id)
  let goBack: (() => void) | null = null
  const setUndo: Desk['setUndo'] = (undo) => {
    goBack = undo ?? goBack
  }
  const desk = { client, mark: () => {}, setUndo }
  for (const [reply, decide] of [
    [{ estado_cambio: 'aplicada', titulo: 'Pausa q' }, () => apply(desk, [{ id: 'q', visto: '' }])],
    [{ until: '2026-11-30T09:00:00.000Z' }, () => snooze(desk, ['q'])],
  ] as const) {
    serverAnswers(200, JSON.stringify(reply))
    await decide()
    expect(shown()).toEqual(['p', 'r'])
    serverAnswers(200, JSON.stringify({ estado_cambio: 'deshecha', message: '' }))
    goBack!()
    await expect.poll(notice).toContain('Deshecho')
    expect(await notice()).toContain('Pausa q')
    expect(shown()).toEqual(['p', 'q', 'r'])
  }
  client.clear()
})

test('what Google has not answered is told as open, not as failed, and its undoing neither', async () => {
  // What is looked for later is not looked for after this test.
  vi.useFakeTimers({ shouldAdvanceTime: true })
  serverAnswers(200, JSON.stringify({ estado_cambio: 'aplicando', message: NOT_KNOWN }))
  expect(await applied(['d'])).toEqual([['d', 'open', NOT_KNOWN]])
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

test('what only some steps were made of says so in its row and in its notice', async () => {
  const message = 'Se han hecho 15 de 18 cambios.'
  const result = { estado_cambio: 'aplicada_en_parte', titulo: 'Excluye 18 búsquedas', message }
  serverAnswers(200, JSON.stringify(result))
  expect(await applied(['p'])).toEqual([['p', 'done', 'Aplicada en parte']])
  expect(await notice()).toContain(message)
})

test('each of several is taken back by itself, whatever became of the one before', async () => {
  serverAnswers(200, JSON.stringify({ estado_cambio: 'aplicada', titulo: 'Pausa «botas»' }))
  let goBack: (() => void) | null = null
  await applied(['f', 'g', 'h'], (undo) => {
    goBack = undo ?? goBack
  })
  const asked: string[] = []
  globalThis.fetch = async (address) => {
    const id = String(address).split('/').at(-2)!
    asked.push(id)
    return id === 'g'
      ? new Response(JSON.stringify({ code: 'conflict', message: REASON }), { status: 409 })
      : new Response(JSON.stringify({ estado_cambio: 'deshecha' }))
  }
  goBack!()
  await expect.poll(notice).toContain('Deshechas 2 de 3')
  expect(asked, 'the last made first').toEqual(['h', 'g', 'f'])
  expect(await notice()).toContain(REASON)
})

test('what follows one that had no answer in time is not told to be without a line', async () => {
  vi.useFakeTimers()
  globalThis.fetch = async () => {
    throw new DOMException('', 'TimeoutError')
  }
  expect(await applied(['i', 'j'])).toEqual([
    ['i', 'open', expect.stringContaining('no lo envíes otra vez')],
    ['j', 'refused', expect.stringMatching(/^No se ha enviado: la anterior/)],
  ])
})

test('what is put off comes back on the day that it is then for who put it off', async () => {
  vi.stubEnv('TZ', 'America/Mexico_City')
  // In the evening there, and the day after in UTC.
  serverAnswers(200, JSON.stringify({ until: '2026-11-30T01:00:00.000Z' }))
  const client = createQueryClient()
  await snooze({ client, mark: () => {}, setUndo: () => {} }, ['k'])
  client.clear()
  expect(await notice()).toContain('Vuelve el 29 nov.')
})

test('a change whose answer is lost is not offered again before it is known what became of it', async () => {
  vi.useFakeTimers()
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch')
  }
  const marks = await applied(['e'])
  expect(marks).toEqual([['e', 'open', expect.stringContaining('no lo envíes otra vez')]])
  expect(await notice()).toContain('Todavía no se sabe')

  serverAnswers(200, JSON.stringify({ estado: 'pendiente' }))
  await vi.advanceTimersByTimeAsync(16_000)
  expect(marks, 'it may still be on its way').toHaveLength(1)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(marks[1]).toEqual(['e', 'refused', expect.stringContaining('sigue pendiente')])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(marks).toHaveLength(2)
})

test('what is being applied is offered nowhere in its row, whoever applies it', () => {
  const row = { ...ROW, estado: 'aplicando' } as const
  const isOpen = drawn(row, markOf(new Map(), row))
  expect(isOpen).toContain('Aplicando...')
  expect(isOpen).toContain('no lo envíes otra vez')
  expect(isOpen).toMatch(/type="checkbox"[^>]* disabled=""/)
  expect(isOpen).not.toContain('>Aplicar<')
  const refused = { state: 'refused', text: REASON } as const
  expect(drawn(ROW, refused)).toContain('>Aplicar<')
  expect([isHeld(refused), isHeld(markOf(new Map([['r', refused]]), ROW))]).toEqual([false, false])
  expect([askAgainIn([ROW]), askAgainIn([ROW, row])]).toEqual([false, 15_000])
})

const ROW: InboxRow = {
  id: 'r',
  titulo: 'Pausa «botas»',
  categoria: 'medicion',
  prioridad: 'alta',
  estado: 'pendiente',
  fecha_creacion: '2026-03-10T08:00:00Z',
  probability: 0.9,
  impacto_estimado: '',
  customerId: '1',
  accountName: 'Zapatería',
  currencyCode: 'EUR',
  forecast: null,
  byHand: false,
  visto: '',
}

function drawn(row: InboxRow, mark: Mark | undefined): string {
  const nothing = () => {}
  return renderToStaticMarkup(
    createElement(InboxRowView, {
      row,
      mark,
      scale: undefined,
      isOpen: false,
      isChosen: false,
      onToggle: nothing,
      onIntent: nothing,
      onChoose: nothing,
      onApply: nothing,
    }),
  )
}

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
  await apply(
    { client, mark, setUndo },
    ids.map((id) => ({ id, visto: `seen of ${id}` })),
  )
  client.clear()
  return marks
}

async function notice(): Promise<string> {
  const drawn = await renderToReadableStream(createElement(ToastRegion))
  await drawn.allReady
  return await new Response(drawn).text()
}
