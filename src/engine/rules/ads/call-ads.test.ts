import { expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { sums } from '../../samples/sample-account.ts'
import { reasonOf } from '../../samples/sample-analysis.ts'
import { ad, equippedAccount } from '../../samples/sample-inventory.ts'

const number = { scope: 'account', scopeId: '', assetId: '5', fieldType: 'CALL' } as const
const calls = ad({ type: 'CALL_AD', strength: undefined, sums: sums(400, 20) })

function found(inventory: Partial<AccountInventory>, today = '2026-11-29') {
  const base = equippedAccount(inventory)
  const account = { ...base, account: { ...base.account, today } }
  return {
    card: analyseAccount(account).recommendations.find(({ rule }) => rule === 'call-ads'),
    silence: reasonOf(account, 'call-ads'),
  }
}

test('a group that has only call ads is told that it will stop, the sooner the more urgently', () => {
  const { card } = found({ ads: [calls], assets: [number] })
  expect(card!.title).toBe(
    'Sustituye los anuncios de solo llamada de 1 grupo: Google deja de mostrarlos en febrero de 2027',
  )
  expect(card!.priority).toBe('high')
  expect(card!.whyNow).toContain('Este grupo dejará de salir')
  expect(card!.evidence.table.rows[0]).toMatchObject({
    lacks: 'anuncio adaptable',
    conversions: 20,
  })
  expect(unsupportedNumbers(card!)).toEqual([])
  expect(found({ ads: [calls], assets: [number] }, '2026-06-01').card!.priority).toBe('medium')
  const late = found({ ads: [calls], assets: [number] }, '2027-03-01').card!
  expect(late.title).toContain('Google ya no los muestra')
  expect(late.whyNow).toBe('Este grupo no sale en ninguna búsqueda.')
})

test('another ad without a number is told quietly, with a number nothing is', () => {
  const both = [calls, ad({ adId: '902' })]
  const quiet = found({ ads: both, assets: [] }).card!
  expect(quiet.priority).toBe('low')
  expect(quiet.evidence.table.rows[0]!.lacks).toBe('recurso de llamada')
  expect(found({ ads: both, assets: [number] }).silence).toContain('tienen ya otro anuncio')
})

test('where assets were not read a missing number is not claimed, and paused call ads are none', () => {
  const { card } = found({ ads: [calls], assets: undefined })
  expect(card!.evidence.table.rows[0]!.lacks).toBe('anuncio adaptable')
  const paused = [{ ...calls, status: 'PAUSED' as const }, ad({ adId: '902' })]
  expect(found({ ads: paused }).silence).toContain('No hay anuncios de solo llamada')
})
