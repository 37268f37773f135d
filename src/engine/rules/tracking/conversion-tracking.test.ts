import { expect, test } from 'vitest'
import { measurementOf } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { analysisWindow, reportedShare } from '../../account/window.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { sampleAccount, sums, troubledAccount } from '../../samples/sample-account.ts'

const tracking = (account: AccountSnapshot) =>
  analyseAccount(account).recommendations.filter(({ categoria }) => categoria === 'medicion')

/** The account with no conversions on `days` days, ending `before` days before yesterday. */
function broken(days: number, before: number, account = sampleAccount()): AccountSnapshot {
  const last = account.accountDays.length - before
  return {
    ...account,
    accountDays: account.accountDays.map((day, i) =>
      i >= last - days && i < last ? { ...day, conversionsMicros: 0, valueMicros: 0 } : day,
    ),
  }
}

test('an ordinary account is not accused', () => {
  expect(tracking(sampleAccount())).toEqual([])
})

test('a few days without conversions are found, dated, and claim no euro', () => {
  const [one] = tracking(broken(6, 30))
  expect(one!.titulo).toBe('La medición de conversiones falló del 16 oct 2026 al 21 oct 2026')
  expect(one!.prioridad).toBe('media')
  expect(one!.evidence.forecast).toBeNull()
  expect(one!.evidence.change).toBeNull()
  expect(one!.evidence.table.rows).toHaveLength(16)
  expect(one!.objeto_id).toBe('')
})

test('an outage that lasts until now comes first and with high priority', () => {
  const all = analyseAccount(broken(9, 0, troubledAccount())).recommendations
  expect(all[0]!.titulo).toBe('Revisa la medición: sin conversiones desde el 12 nov 2026')
  expect(all[0]!.prioridad).toBe('alta')
  expect(all.length).toBeGreaterThan(1)
})

test('the last two days are not an outage: conversions are still on their way', () => {
  expect(tracking(broken(2, 0))).toEqual([])
})

test('a longer outage is surer', () => {
  const [short] = tracking(broken(5, 30))
  const [long] = tracking(broken(10, 30))
  expect(long!.probability).toBeGreaterThan(short!.probability)
})

test('one barren day in a quiet account is chance', () => {
  const quiet = sampleAccount({
    accountDays: sampleAccount().accountDays.map((day, i) => ({
      ...day,
      ...sums(25, i % 5 === 0 ? 0 : 1),
    })),
  })
  expect(tracking(quiet)).toEqual([])
})

test('among ninety days, one rather unlikely day is still chance', () => {
  const accountDays = sampleAccount().accountDays.map((day, i) => ({
    ...day,
    ...sums(200, i === 60 ? 0 : 6 + (i % 3)),
  }))
  expect(tracking(sampleAccount({ accountDays }))).toEqual([])
})

test('days of a short outage do not count as clicks; a long one silences the rules', () => {
  const healthy = measurementOf(sampleAccount())
  const hurt = measurementOf(broken(9, 30))
  expect(healthy.outageShare).toBe(0)
  expect(hurt.outageShare).toBeCloseTo(9 / 90, 9)
  expect(hurt.knownShare).toBeCloseTo(healthy.knownShare - 9 / 90, 9)
  expect(hurt.blocked).toBeNull()
  const { recommendations, silenced } = analyseAccount(broken(40, 20, troubledAccount()))
  expect(recommendations.filter(({ evidence }) => evidence.forecast)).toEqual([])
  const why = (name: string) => silenced.find(({ rule }) => rule === name)?.reason
  for (const rule of ['wasted-search-terms', 'wasted-ngrams', 'converting-terms', 'term-breadth']) {
    expect(why(rule)).toBe(
      'La medición de conversiones falló demasiados días del periodo: primero hay que arreglarla.',
    )
  }
})

test('no primary conversion action is said plainly', () => {
  const [one] = tracking(
    sampleAccount({
      conversionActions: [
        {
          id: '5',
          name: 'Visita',
          status: 'ENABLED',
          category: 'PAGE_VIEW',
          primaryForGoal: false,
        },
      ],
    }),
  )
  expect(one!.titulo).toBe('Activa una conversión principal: ahora no hay ninguna')
  expect(one!.probability).toBe(1)
  expect(one!.evidence.table.rows).toEqual([
    { action: 'Visita', category: 'Página vista', status: 'Activa', primary: 'No' },
  ])
})

test('the window leaves out the days whose conversions are still to come', () => {
  expect(analysisWindow('2026-11-21')).toEqual({ from: '2026-08-17', to: '2026-11-14' })
  expect(analysisWindow('2026-11-21', [0.95, 1])).toEqual({ from: '2026-08-23', to: '2026-11-20' })
  expect(reportedShare('2026-11-21', '2026-11-21')).toBe(0.5)
  expect(reportedShare('2026-01-01', '2026-11-21')).toBe(1)
  expect(reportedShare('2026-11-22', '2026-11-21')).toBe(0)
})
