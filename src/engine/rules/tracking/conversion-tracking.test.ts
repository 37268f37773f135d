import { expect, test } from 'vitest'
import { measurementOf } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { analysisWindow, reportedShare } from '../../account/window.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { sampleAccount, sums, troubledAccount } from '../../samples/sample-account.ts'

const tracking = (account: AccountSnapshot) =>
  analyseAccount(account).recommendations.filter(({ category }) => category === 'measurement')

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
  expect(one!.title).toBe('La medición de conversiones falló del 16 oct 2026 al 21 oct 2026')
  expect(one!.priority).toBe('medium')
  expect(one!.evidence.forecast).toBeNull()
  expect(one!.evidence.change).toBeNull()
  expect(one!.evidence.table.rows).toHaveLength(16)
  expect(one!.objectId).toBe('')
})

test('what chance may do as well is to be looked into, and not stated', () => {
  const [one] = tracking(broken(3, 30))
  expect(one!.probability).toBeLessThan(0.95)
  expect(one!.title).toBe('Comprueba la medición: sin conversiones del 19 oct 2026 al 21 oct 2026')
  expect(one!.whyNow).toContain('si fue la medición')
  expect(one!.description).toContain('Puede que la etiqueta de conversión')
  expect([one!.description, one!.estimatedImpact].join()).not.toMatch(/lo más probable|sin medir/i)
  const [sure] = tracking(broken(6, 30))
  expect(sure!.description).toContain('Lo más probable es que la etiqueta')
})

test('an outage that lasts until now comes first and with high priority', () => {
  const all = analyseAccount(broken(9, 0, troubledAccount())).recommendations
  expect(all[0]!.title).toBe('Revisa la medición: sin conversiones desde el 12 nov 2026')
  expect(all[0]!.priority).toBe('high')
  expect(all.length).toBeGreaterThan(1)
})

test('the last two days are not an outage: conversions are still on their way', () => {
  expect(tracking(broken(2, 0))).toEqual([])
})

test('a day of ten times the clicks that sells nothing more is no failure of the measurement', () => {
  const account = sampleAccount()
  const at = account.accountDays.length - 30
  const onDay = (times: number, conversionsMicros: number) => {
    const accountDays = account.accountDays.map((day, i) =>
      i === at ? { ...day, clicks: day.clicks * times, conversionsMicros } : day,
    )
    return tracking({
      ...account,
      accountDays,
      campaignDays: accountDays.map((day) => ({ campaignId: '1', ...day })),
    })
  }
  const usual = account.accountDays[at]!.conversionsMicros
  expect(onDay(10, usual)).toEqual([])
  expect(onDay(10, 0)).toEqual([])
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

test('no primary conversion action is said plainly, unless conversions go on', () => {
  const name = { id: '5', name: 'Visita', status: 'ENABLED' as const }
  const secondary = { ...name, category: 'PAGE_VIEW', primaryForGoal: false }
  const account = sampleAccount({ conversionActions: [secondary] })
  const [one] = tracking(broken(9, 0, account))
  // Of a goal of their own campaigns count secondary actions too.
  expect(tracking(account)).toEqual([])
  expect(tracking(broken(6, 0, account)).map(({ title }) => title)).not.toContain(one!.title)
  expect(one!.title).toBe('Activa una conversión principal: ahora no hay ninguna')
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

/** Counts of the days from `from` on times `kept`, of values times `worth`. */
function weakened(from: number, kept: number, worth = kept): AccountSnapshot {
  const account = sampleAccount()
  return {
    ...account,
    accountDays: account.accountDays.map((day, i) =>
      i < from
        ? { ...day, ...sums(1_000, 30 + (i % 3)) }
        : {
            ...day,
            ...sums(1_000, Math.round(kept * (30 + (i % 3)))),
            valueMicros: Math.round(worth * 30 * 40_000_000),
          },
    ),
  }
}

test('half of the conversions lost for a month are told by their ratio to the clicks, with their doubt', () => {
  const account = weakened(66, 0.45)
  const [one] = tracking(account)
  expect(one!.title).toMatch(
    /^Comprueba la medición: un 5\d\s% menos de conversiones por clic desde el 22 oct 2026$/,
  )
  expect(one!.priority).toBe('medium')
  expect(one!.evidence.counterEvidence.join()).toContain('sin que la medición falle')
  const { blocked, knownShare, isBlind } = measurementOf(account)
  expect(blocked).toBeNull()
  expect(isBlind).toBe(false)
  expect(knownShare).toBeLessThan(measurementOf(weakened(66, 1)).knownShare - 0.1)
})

test('what was changed in Google Ads as conversions fell is named beside them', () => {
  const doubts = (day: string, field = 'bidding_strategy_type') => {
    const change = { at: `${day} 10:00:00`, clientType: 'GOOGLE_ADS_WEB_CLIENT', campaignId: '1' }
    const what = { resourceType: 'CAMPAIGN', operation: 'UPDATE' as const, changedFields: [field] }
    const account = { ...weakened(66, 0.45), inventory: { changes: [{ ...change, ...what }] } }
    return tracking(account)[0]!.evidence.counterEvidence.join()
  }
  expect(doubts('2026-10-20')).toContain(
    'se cambió en Google Ads la estrategia de puja de «Zapatos»',
  )
  expect(doubts('2026-10-23', 'target_cpa.target_cpa_micros')).toContain('el objetivo de puja de')
  for (const day of ['2026-10-10', '2026-11-20'])
    expect(doubts(day)).not.toContain('se cambió en Google Ads')
  expect(doubts('2026-10-20', 'name')).not.toContain('se cambió en Google Ads')
})

test('values that stop coming are told while conversions go on', () => {
  const account = { ...weakened(80, 1, 0), conversionActions: undefined }
  const [one, ...others] = tracking(account)
  expect(others).toEqual([])
  expect(one!.title).toBe(
    'Revisa el valor de las conversiones: llegan sin importe desde el 5 nov 2026',
  )
  expect(measurementOf(account).valueKnownShare).toBeCloseTo(80 / 90, 2)
})

test('a day whose many sales bring about 1 each on average has lost no amounts', () => {
  const account = { ...weakened(90, 1), conversionActions: undefined }
  const withLast = (each: number) => {
    const accountDays = account.accountDays.map((day, i) => {
      const own = { ...day, conversionsMicros: 1_200_000_000, valueMicros: 1_260_000_000 }
      return i === 60 ? { ...own, valueMicros: 1_200_000_000 * each } : own
    })
    return measurementOf({ ...account, accountDays }).problems.map(({ kind }) => kind)
  }
  expect(withLast(1.0008)).toEqual([])
  expect(withLast(1)).toEqual(['values-lost'])
})

test('a day without the few sales that have an amount has lost none', () => {
  const account = { ...weakened(90, 1), conversionActions: undefined }
  // Some three bookings at 43 € among eighty installations.
  const booked = [3, 5, 2, 4, 1, 6, 3, 2, 4, 3, 7, 2, 1, 5]
  const withNone = (days: number) => {
    const accountDays = account.accountDays.map((day, i) => {
      const count = i >= 60 && i < 60 + days ? 0 : booked[i % booked.length]!
      return { ...day, conversionsMicros: 80_000_000, valueMicros: count * 43_000_000 }
    })
    return measurementOf({ ...account, accountDays }).problems.map(({ kind }) => kind)
  }
  expect(withNone(1)).toEqual([])
  expect(withNone(9)).toEqual(['values-lost'])
})

test('while nothing is counted bids and budgets are left alone, what needs no conversions goes on', () => {
  const { recommendations, silenced } = analyseAccount(broken(9, 0, troubledAccount()))
  const why = (name: string) => silenced.find(({ rule }) => rule === name)?.reason ?? ''
  for (const rule of ['limited-budgets', 'budget-shift', 'bid-targets', 'keyword-bids'])
    expect(why(rule), rule).toContain('Ahora mismo no parece contarse ninguna conversión')
  expect(recommendations.map(({ rule }) => rule)).toContain('wasted-search-terms')
  const after = analyseAccount(broken(9, 30, troubledAccount()))
  expect(after.recommendations.map(({ rule }) => rule)).toContain('limited-budgets')
})

test('what could be seen at the volume of the account is said', () => {
  const said = (account: AccountSnapshot) =>
    analyseAccount(account).silenced.find(({ rule }) => rule === 'conversion-tracking')?.reason
  const quiet = (each: number) =>
    sampleAccount({
      accountDays: sampleAccount().accountDays.map((day, i) => ({
        ...day,
        ...sums(25, i % each === 0 ? 1 : 0),
      })),
    })
  const busy = sampleAccount().accountDays.map((day) => ({ ...day, ...sums(250, 40) }))
  expect(said(sampleAccount())).toMatch(
    /Con unas 4,0 conversiones al día, una parada total se ve a partir de unos \d días/,
  )
  expect(said(sampleAccount({ accountDays: busy }))).toContain('se ve a partir de un día; ')
  expect(said(quiet(30))).toContain('demasiado pocas para distinguir una avería de la casualidad')
})

test('a campaign that is paused takes its conversions with it, and nothing is broken', () => {
  const days = sampleAccount().accountDays
  const own = (campaignId: string, i: number) => {
    const isBrand = campaignId === '3'
    const clicks = isBrand ? (i < 60 ? 300 : 0) : 400
    const count = Math.round(isBrand ? clicks / 10 : 7 + (i % 3))
    return { campaignId, day: days[i]!.day, clicks, conversionsMicros: count * 1_000_000 }
  }
  const campaignDays = days.flatMap((_, i) => [own('1', i), own('3', i)])
  const accountDays = days.map(({ day }) => {
    const rows = campaignDays.filter((row) => row.day === day)
    const clicks = rows.reduce((sum, row) => sum + row.clicks, 0)
    return { day, ...sums(clicks, rows.reduce((sum, row) => sum + row.conversionsMicros, 0) / 1e6) }
  })
  expect(tracking(sampleAccount({ accountDays, campaignDays }))).toEqual([])
})

test('fewer conversions a click are no fault of counting where the season has taken the clicks too', () => {
  const at = (clicks: number) => {
    const account = sampleAccount()
    const from = account.accountDays.length - 45
    const accountDays = account.accountDays.map((day, i) => {
      const row = { ...day, ...sums(400, 24) }
      if (i < from) return row
      return { ...day, ...sums(clicks, Math.round(clicks * (i < from + 26 ? 0.02 : 0.026))) }
    })
    const campaignDays = accountDays.map(({ day, clicks, conversionsMicros }) => ({
      campaignId: '1',
      ...{ day, clicks, conversionsMicros },
    }))
    return tracking(sampleAccount({ accountDays, campaignDays }))
  }
  expect(
    at(400)
      .map(({ title }) => title)
      .join(),
  ).toContain('Comprueba la medición')
  expect(at(120)).toEqual([])
})

test('the quiet months before a season are no fault of counting', () => {
  const account = sampleAccount()
  const start = account.accountDays.length - 18
  const accountDays = account.accountDays.map((day, i) => {
    const quiet = sums(36, i % 3 === 0 ? 2 : 0)
    return { ...day, ...(i < start ? quiet : sums(280, 17)) }
  })
  const campaignDays = accountDays.map((row) => ({ ...row, campaignId: '1' }))
  expect(tracking(sampleAccount({ accountDays, campaignDays }))).toEqual([])
})

test('where all conversions are uploaded, it is the upload that stopped', () => {
  const of = (type: string, days = 9) => {
    const [action] = sampleAccount().conversionActions!
    const account = sampleAccount({
      conversionActions: [{ ...action!, name: 'Venta (CRM)', type }],
    })
    return tracking(broken(days, 0, account))[0]!
  }
  expect(of('WEBPAGE').description).toContain('etiqueta de conversión')
  const uploaded = of('UPLOAD_CLICKS')
  expect(uploaded.description).toContain('la importación (de «Venta (CRM)») se parara')
  expect(uploaded.description).not.toContain('etiqueta')
  // A month's sales may all be uploaded at its end.
  expect([of('WEBPAGE').priority, of('WEBPAGE', 34).priority]).toEqual(['high', 'high'])
  expect(uploaded.priority).toBe('medium')
  expect(uploaded.whyNow).toContain('una vez al mes')
  expect(of('UPLOAD_CLICKS', 34).priority).toBe('medium')
  const late = of('UPLOAD_CLICKS', 36)
  expect(late.priority).toBe('high')
  expect(late.whyNow).toContain('cada día sin medir')
  expect(unsupportedNumbers(uploaded)).toEqual([])
})
