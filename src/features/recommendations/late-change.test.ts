import { expect, test } from 'vitest'
import { lossyShop } from '../../../tests/lossy-shop.ts'
import { lookLater } from '../../../tests/recommendation-shop.ts'

// The line breaks at once, and Google goes on with what it was asked, or does not.
const { proxy, it, shop } = await lossyShop()
const NOT_KNOWN = expect.stringContaining('todavía no se sabe')

test('made a second later: applied, not refused and left in the account', async () => {
  const id = await shop.recommend([shop.negative('gineta')])
  proxy.mode = 'fail, then make'
  setTimeout(proxy.release, 1_000)
  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await shop.liveNegatives('gineta')).toHaveLength(1)
})

test('taken back a second later: undone', async () => {
  const id = await shop.recommend([shop.negative('lirón')])
  await shop.apply(id)
  proxy.mode = 'fail, then make'
  setTimeout(proxy.release, 1_000)
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await shop.liveNegatives('lirón')).toHaveLength(0)
})

test('made after the last look: not known until it is found, then applied, with a way back', async () => {
  const id = await shop.recommend([shop.negative('garduña'), shop.raise(1.2)])
  proxy.mode = 'fail, then make'
  const open = await shop.apply(id)
  expect(open.body, open.text).toMatchObject({ estado_cambio: 'aplicando', message: NOT_KNOWN })
  expect(open.body).toMatchObject({ steps: [{ outcome: 'unknown' }, { outcome: 'unknown' }] })
  await lookLater(it)
  const isOpen = { estado_cambio: 'aplicando', canUndo: false, problemas: [NOT_KNOWN, NOT_KNOWN] }
  expect(await shop.history()).toMatchObject([isOpen])
  expect((await shop.apply(id)).status, 'not sent a second time').toBe(409)

  proxy.release()
  await expect.poll(() => shop.liveNegatives('garduña')).toHaveLength(1)
  await lookLater(it)
  const applied = { estado_cambio: 'aplicada', canUndo: true, problemas: [] }
  expect(await shop.history()).toMatchObject([applied])
  expect(proxy.mutations).toBe(1)
  proxy.mode = 'pass'
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await shop.liveNegatives('garduña')).toHaveLength(0)
  expect(await shop.liveBudget()).toBe(shop.budget.micros)
})

test('never taken back: applied in part as before, with what was told then', async () => {
  await shop.apply(await shop.recommend([shop.negative('gato')]))
  const id = await shop.recommend([shop.negative('gato'), shop.negative('tejón')])
  await shop.apply(id)
  const problemas = [expect.stringContaining('Ya existe')]
  const is = async (estado_cambio: string, canUndo: boolean) =>
    expect(await shop.history()).toContainEqual(
      expect.objectContaining({ id, estado_cambio, canUndo, problemas }),
    )
  await is('aplicada_en_parte', true)
  proxy.mode = 'fail before'
  await shop.undo(id)
  await is('deshaciendo', false)
  proxy.mode = 'pass'
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  await is('aplicada_en_parte', true)
})

test('given up, then found not to be taken back: applied as before, and measured on its day', async () => {
  const id = await shop.recommend([shop.negative('hurón')])
  await shop.apply(id)
  const [before] = await shop.history()
  proxy.mode = 'fail before'
  await shop.undo(id)
  proxy.mode = 'pass'
  it.simulators.googleAds.faults.arm('permission_denied', 500)
  for (let minutes = 0; minutes < 80; minutes += 20) {
    it.clock.advance(20 * 60_000)
    await lookLater(it)
  }
  const lost = [expect.stringContaining('No hemos podido comprobar')]
  const givenUp = { estado_cambio: 'deshecha_en_parte', canUndo: true, problemas: lost }
  expect(await shop.history()).toMatchObject([givenUp])
  it.simulators.googleAds.faults.clear()
  it.clock.advance(60 * 60_000)
  await lookLater(it)
  expect(await shop.history()).toMatchObject([
    {
      ...{ estado_cambio: 'aplicada', canUndo: true, problemas: [] },
      ...{ fecha_deshecha: null, daysToMeasure: before?.daysToMeasure },
    },
  ])
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
})

test('what was refused before anything was sent is told after the later look as well', async () => {
  await shop.apply(await shop.recommend([shop.negative('gato')]))
  const steps = [shop.negative('gato'), shop.negative('marta'), shop.raise(1.2)]
  const id = await shop.recommend(steps)
  proxy.mode = 'fail, then make'
  const open = { estado_cambio: 'aplicando', message: NOT_KNOWN }
  expect((await shop.apply(id)).body).toMatchObject(open)
  proxy.release()
  await expect.poll(() => shop.liveNegatives('marta')).toHaveLength(1)
  await lookLater(it)
  const problemas = [expect.stringContaining('Ya existe')]
  const partly = { id, estado_cambio: 'aplicada_en_parte', canUndo: true, problemas }
  expect(await shop.history()).toContainEqual(expect.objectContaining(partly))
})

test('never made: said once that is certain, and it can be tried again', async () => {
  const id = await shop.recommend([shop.raise(1.2)])
  proxy.mode = 'fail before'
  expect((await shop.apply(id)).body).toMatchObject({ estado_cambio: 'aplicando' })
  proxy.mode = 'pass'
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  const why = [expect.stringContaining('no ha llegado a hacerlo')]
  expect(await shop.history()).toMatchObject([{ estado_cambio: 'no_se_pudo', problemas: why }])
  expect(await shop.pending()).toEqual([id])
  expect((await shop.apply(id)).body).toMatchObject({ estado_cambio: 'aplicada' })
})

test('taken back after the last look, all but what others changed: told as soon as it is found', async () => {
  const id = await shop.recommend([shop.negative('nutria'), shop.raise(1.2)])
  await shop.apply(id)
  await shop.setBudget(shop.budget.micros * 3)
  proxy.mode = 'fail, then make'
  const open = await shop.undo(id)
  expect(open.body, open.text).toMatchObject({ estado_cambio: 'deshaciendo' })
  await lookLater(it)
  expect(await shop.history()).toMatchObject([{ estado_cambio: 'deshaciendo', canUndo: false }])

  proxy.release()
  await expect.poll(() => shop.liveNegatives('nutria')).toHaveLength(0)
  await lookLater(it)
  expect(await shop.history()).toMatchObject([{ estado_cambio: 'deshecha_en_parte' }])
  expect(await shop.liveBudget()).toBe(shop.budget.micros * 3)
})

test('never taken back: applied as before, and it can be tried again', async () => {
  const id = await shop.recommend([shop.negative('lobo')])
  await shop.apply(id)
  proxy.mode = 'fail before'
  expect((await shop.undo(id)).body).toMatchObject({
    estado_cambio: 'deshaciendo',
    message: NOT_KNOWN,
  })
  proxy.mode = 'pass'
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  expect(await shop.history()).toMatchObject([{ estado_cambio: 'aplicada', canUndo: true }])
  expect(await shop.log()).toMatchObject([{ undoSentAt: null, undoneAt: null }])
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
})
