import { expect, test } from 'vitest'
import { addDays, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AccountInventory, ConversionDay } from '../../account/inventory.ts'
import type { ConversionAction, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'
import { uniformsFrom } from '../../statistics/random.ts'

const { window, accountDays } = sampleAccount()
const days = eachDay(window.from, window.to)

const action = (id: string, over: Partial<ConversionAction> = {}): ConversionAction => ({
  id,
  name: `Acción ${id}`,
  status: 'ENABLED',
  category: 'PURCHASE',
  primaryForGoal: true,
  ...over,
})

/** `count` conversions on each day, worth `value` each in units of money. */
const daily = (actionId: string, count: (i: number) => number, value = 40): ConversionDay[] =>
  days.map((day, i) => ({
    actionId,
    day,
    conversionsMicros: count(i) * MICROS,
    valueMicros: count(i) * value * MICROS,
  }))

const account = (conversionActions: ConversionAction[], inventory: AccountInventory = {}) =>
  sampleAccount({ conversionActions, inventory })

/** Counts that go up and down by chance around 12 a day. */
function chance(seed: string) {
  const next = uniformsFrom(seed)
  const counts = days.map(() => Math.round(6 + 12 * next()))
  return (i: number) => counts[i]!
}

const titles = (rule: Parameters<typeof found>[1], ...args: Parameters<typeof account>) =>
  found(account(...args), rule).map(({ title }) => title)

test('a step that is no sale does not steer the bids', () => {
  const rule = 'duplicate-conversions'
  const view = action('6', { name: 'Visita', category: 'PAGE_VIEW' })
  expect(titles(rule, [action('5'), view])).toEqual([
    'Deja de optimizar para «Visita»: no es una venta ni un contacto',
  ])
  expect(titles(rule, [action('5'), { ...view, primaryForGoal: false }])).toEqual([])
  const many = Array.from({ length: 6 }, (_, i) => action(String(i)))
  expect(titles(rule, many)[0]).toContain('Reduce las 6 conversiones principales')
  expect(titles(rule, many.slice(1))).toEqual([])
})

test('an installation is what an app campaign is there for', () => {
  const install = action('6', { name: 'Instalación', category: 'DOWNLOAD' })
  const rule = 'duplicate-conversions'
  const own = account([action('5'), install])
  const app = campaign({ id: '2', channelType: 'MULTI_CHANNEL' })
  expect(found(own, rule)[0]!.title).toContain('Deja de optimizar para «Instalación»')
  expect(found({ ...own, campaigns: [...own.campaigns, app] }, rule)).toEqual([])
})

test('conversions of unlike kinds without values are asked what each is worth', () => {
  const rule = 'missing-conversion-values'
  const opened = action('5', { name: 'Alta', category: 'SIGNUP' })
  const applied = action('6', { name: 'Hipoteca', category: 'SUBMIT_LEAD_FORM' })
  const worthless = { valueMicros: 0 }
  const unlike = (second = applied): WholeSnapshot => ({
    ...account([opened, second], {
      conversionDays: [...daily('5', () => 20, 0), ...daily('6', () => 2, 0)],
    }),
    campaigns: [
      campaign({ sums: { ...sums(6_000, 1_800, 2), ...worthless } }),
      campaign({
        ...{ id: '2', name: 'Hipotecas' },
        sums: { ...sums(6_000, 180, 3), ...worthless },
      }),
    ],
  })
  const [one, ...others] = found(unlike(), rule)
  expect(others).toEqual([])
  expect(one!.title).toContain('«Alta» y «Hipoteca» cuentan igual')
  expect(one!.description).toContain('«Hipotecas» se juzga aquí solo con su propio coste medio')
  expect(one!.description).toContain('no constan valores que las distingan')
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(unlike(), 'campaigns-without-return')).toEqual([])
  expect(
    found(unlike({ ...applied, category: 'SIGNUP' }), 'campaigns-without-return'),
  ).toHaveLength(1)
  expect(found(unlike({ ...applied, category: 'SIGNUP' }), rule)).toEqual([])
  const said = { campaigns: [], actions: ['5', '6'].map((id) => ({ id, micros: 9 * MICROS })) }
  expect(found({ ...unlike(), conversionValues: said }, rule)).toEqual([])
})

test('sales and visits that one campaign brings are asked what each is worth too', () => {
  const rule = 'missing-conversion-values'
  const sale = action('5', { name: 'Compra', category: 'PURCHASE' })
  const visit = action('6', { name: 'Visita', category: 'STORE_VISIT' })
  const mixed = (visits: number, worthOfVisit = 0) =>
    account([sale, visit], {
      conversionDays: [...daily('5', () => 8, 60), ...daily('6', () => visits, worthOfVisit)],
    })
  const [one] = found(mixed(2), rule)
  expect(one!.title).toBe(
    'Di cuánto vale cada clase de conversión: «Compra» y «Visita» cuentan igual',
  )
  expect(one!.description).toContain('Hasta que conste, también aquí cuentan todas por igual.')
  expect(one!.description).toContain('y «Visita» llega sin importe propio')
  expect(one!.priority).toBe('low')
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(mixed(12), rule)[0]!.priority).toBe('medium')
  expect(found(mixed(1), rule)).toEqual([])
  expect(found(mixed(2, 7), rule)).toEqual([])
  const said = { campaigns: [], actions: ['5', '6'].map((id) => ({ id, micros: 9 * MICROS })) }
  expect(found({ ...mixed(2), conversionValues: said }, rule)).toEqual([])
})

test('a trial and the subscription it becomes are not counted alike', () => {
  const rule = 'duplicate-conversions'
  const trial = action('5', { name: 'Prueba', category: 'SIGNUP' })
  const paid = action('6', { name: 'Pago', category: 'SUBSCRIBE_PAID' })
  const counted = (trialValue: number) => ({
    conversionDays: [...daily('5', () => 9, trialValue), ...daily('6', () => 1, 290)],
  })
  const [one] = found(account([trial, paid], counted(0)), rule)
  expect(one!.title).toBe('Separa «Prueba» de «Pago»: son pasos de la misma persona')
  expect(one!.priority).toBe('high')
  expect(one!.description).toMatch(/El 90\s% de lo que se cuenta es el primer paso/)
  expect(one!.description).toContain('el coste por conversión es sobre todo el suyo')
  expect(unsupportedNumbers(one!)).toEqual([])
  const mostlyPaid = { conversionDays: [...daily('5', () => 2, 0), ...daily('6', () => 3, 290)] }
  const [fewer] = found(account([trial, paid], mostlyPaid), rule)
  expect(fewer!.description).toMatch(/El 40\s% de lo que se cuenta es el primer paso/)
  expect(fewer!.description).toContain('el coste por conversión mezcla el de los dos')
  expect(reasonOf(account([trial, paid], counted(0)), 'budget-shift')).toContain('primer paso')
  const impressionShare = { eligible: 400_000, lostToBudget: 160_000, lostToRank: 0 }
  const short = {
    ...account([trial, paid], counted(0)),
    campaigns: [campaign({ impressionShare })],
  }
  expect(reasonOf(short, 'limited-budgets')).toContain('primer paso')
  expect(reasonOf(account([trial, paid], counted(20)), 'budget-shift')).not.toContain('primer paso')
  expect(titles(rule, [trial, paid], counted(20))).toEqual([])
  expect(titles(rule, [trial, { ...paid, category: 'PURCHASE' }], counted(0))).toEqual([])
  const form = { ...trial, category: 'SUBMIT_LEAD_FORM' }
  const lead = { ...paid, category: 'QUALIFIED_LEAD' }
  expect(titles(rule, [form, lead], counted(0))).toHaveLength(1)
  expect(titles(rule, [form, { ...lead, primaryForGoal: false }], counted(0))).toEqual([])
})

test('while most of what is counted are such steps, nothing is recommended by them', () => {
  const view = action('6', { name: 'Visita', category: 'PAGE_VIEW' })
  const counted = (views: number, category = 'PAGE_VIEW') =>
    account([action('5'), { ...view, category }], {
      conversionDays: [...daily('5', () => 2), ...daily('6', () => views, 0)],
    })
  const [card] = found(counted(8), 'duplicate-conversions')
  expect(card?.priority).toBe('high')
  expect(card?.description).toMatch(/Son el 80\s% de las conversiones que se cuentan/)
  expect(unsupportedNumbers(card!)).toEqual([])
  const reason = (...of: Parameters<typeof counted>) => reasonOf(counted(...of), 'keyword-bids')
  expect(reason(8)).toContain('no son ventas ni contactos')
  expect(reason(1) ?? '').not.toContain('no son ventas ni contactos')
  // What an app or a shop in a street may be after.
  expect(reason(8, 'DOWNLOAD') ?? '').not.toContain('no son ventas ni contactos')
})

test('where nothing but such steps is primary there is no sale to bid for, and nobody says there is', () => {
  const rule = 'duplicate-conversions'
  const view = action('6', { name: 'Visita', category: 'PAGE_VIEW' })
  const cart = action('7', { name: 'Al carrito', category: 'ADD_TO_CART' })
  const [one] = found(account([view, cart]), rule)
  expect(one!.title).toBe(
    'Mide una venta o un contacto: solo son principales «Visita» y «Al carrito»',
  )
  expect(one!.evidence.change!.operations).toEqual([])
  expect(unsupportedNumbers(one!)).toEqual([])
  const unknown = action('8', { name: 'Otra', category: 'DEFAULT' })
  expect(reasonOf(account([unknown]), rule)).not.toContain('venta')
  expect(reasonOf(account([{ ...view, primaryForGoal: false }]), rule)).toContain(
    'No hay ninguna conversión principal',
  )
})

test('the same sale counted twice is told from two things that go together', () => {
  const rule = 'duplicate-conversions'
  const [tag, analytics] = [action('5', { name: 'Compra' }), action('6', { name: 'purchase GA4' })]
  const base = chance('sales')
  const copy = daily('6', (i) => base(i) - (i % 9 === 0 ? 1 : 0))
  const [one] = found(
    account([tag, analytics], { conversionDays: [...daily('5', base), ...copy] }),
    rule,
  )
  expect(one!.title).toBe('Posible doble recuento: «Compra» y «purchase GA4» cuentan lo mismo')
  expect(one!.priority).toBe('high')
  expect(one!.evidence.forecast).toBeNull()
  const other = daily('6', chance('calls'))
  expect(
    titles(rule, [tag, analytics], { conversionDays: [...daily('5', base), ...other] }),
  ).toEqual([])
  const season = (seed: string) => {
    const noise = chance(seed)
    return (i: number) => 40 + 4 * i + 5 * noise(i)
  }
  const together = [...daily('5', season('one')), ...daily('6', season('two'))]
  expect(titles(rule, [tag, analytics], { conversionDays: together })).toEqual([])
  const steady = [...daily('5', () => 5), ...daily('6', () => 5)]
  expect(titles(rule, [tag, analytics], { conversionDays: steady })).toEqual([])
  const half = daily('6', (i) => base(i) / 2)
  expect(
    titles(rule, [tag, analytics], { conversionDays: [...daily('5', base), ...half] }),
  ).toEqual([])
  const secondary = { ...analytics, primaryForGoal: false }
  expect(
    titles(rule, [tag, secondary], { conversionDays: [...daily('5', base), ...copy] }),
  ).toEqual([])
})

test('so is one that counts a part of the same again', () => {
  const rule = 'duplicate-conversions'
  const form = action('5', { name: 'Formulario', category: 'SUBMIT_LEAD_FORM' })
  const upload = action('6', { name: 'Lead subido', category: 'IMPORTED_LEAD' })
  const base = chance('leads')
  const next = uniformsFrom('matched')
  const matched = days.map((_, i) =>
    Array.from({ length: base(i) }).reduce((sum: number) => sum + (next() < 0.75 ? 1 : 0), 0),
  )
  const part = [...daily('5', base), ...daily('6', (i) => matched[i]!)]
  const [one] = found(account([form, upload], { conversionDays: part }), rule)
  expect(one!.title).toContain('«Formulario» y «Lead subido» cuentan lo mismo')
  expect(one!.description).toContain('casi la misma parte de la otra')
  expect(one!.description).not.toContain('el doble')
  expect(unsupportedNumbers(one!)).toEqual([])
  const other = chance('calls')
  const apart = [...daily('5', base), ...daily('6', (i) => 0.75 * other(i))]
  expect(titles(rule, [form, upload], { conversionDays: apart })).toEqual([])
  const qualified = { ...upload, category: 'QUALIFIED_LEAD' }
  expect(titles(rule, [form, qualified], { conversionDays: part })).toHaveLength(1)
})

test('contacts count once and purchases every time', () => {
  const rule = 'conversion-counting'
  const lead = action('5', { category: 'SUBMIT_LEAD_FORM', countingType: 'MANY_PER_CLICK' })
  expect(titles(rule, [lead])).toEqual(['Corrige el recuento de «Acción 5»'])
  expect(titles(rule, [{ ...lead, countingType: 'ONE_PER_CLICK' }])).toEqual([])
  expect(titles(rule, [action('5', { countingType: 'ONE_PER_CLICK' })])).toHaveLength(1)
  expect(titles(rule, [action('5', { countingType: 'MANY_PER_CLICK' })])).toEqual([])
  const doubts = (one: ConversionAction) =>
    found(account([one]), rule).map(({ evidence }) => evidence.counterEvidence.join())
  expect(doubts(lead)[0]).toContain('Si cada formulario es un pedido distinto')
  expect(doubts(action('5', { countingType: 'ONE_PER_CLICK' }))[0]).not.toContain('formulario')
  const last = action('5', { attributionModel: 'GOOGLE_ADS_LAST_CLICK' })
  expect(titles(rule, [last])).toEqual(['Pasa «Acción 5» a la atribución basada en datos'])
  const driven = { ...last, attributionModel: 'GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN' }
  expect(titles(rule, [driven])).toEqual([])
  expect(reasonOf(account([action('5')]), rule)).toContain('No se han podido leer')
})

test('a conversion window is too short when many arrive at its end', () => {
  const rule = 'conversion-counting'
  const thirty = action('5', { clickLookbackDays: 30 })
  const lags = (early: number, late: number) => [
    { bucket: 'LESS_THAN_ONE_DAY', conversionsMicros: early * MICROS },
    { bucket: 'TWENTY_ONE_TO_THIRTY_DAYS', conversionsMicros: late * MICROS },
  ]
  expect(titles(rule, [thirty], { conversionLags: lags(80, 20) })[0]).toMatch(/el 20\s% llega/)
  expect(titles(rule, [thirty], { conversionLags: lags(95, 5) })).toEqual([])
  expect(titles(rule, [thirty], { conversionLags: lags(8, 2) })).toEqual([])
  const ninety = { ...thirty, clickLookbackDays: 90 }
  expect(titles(rule, [ninety], { conversionLags: lags(80, 20) })).toEqual([])
})

test('switches of the account that are off', () => {
  const rule = 'tracking-settings'
  const on = {
    status: 'CONVERSION_TRACKING_MANAGED_BY_SELF',
    acceptedCustomerDataTerms: true,
    enhancedConversionsForLeads: true,
    autoTagging: true,
  }
  const lead = action('5', { category: 'CONTACT' })
  expect(titles(rule, [lead], { tracking: on })).toEqual([])
  expect(titles(rule, [lead], { tracking: { ...on, autoTagging: false } })).toEqual([
    'Activa el etiquetado automático de la cuenta',
  ])
  const without = { ...on, enhancedConversionsForLeads: false }
  expect(titles(rule, [lead], { tracking: without })).toHaveLength(1)
  for (const formless of [{}, { category: 'PHONE_CALL_LEAD' }, { ...lead, type: 'UPLOAD_CALLS' }])
    expect(titles(rule, [action('5', formless)], { tracking: without })).toEqual([])
  const unaccepted = { ...without, acceptedCustomerDataTerms: false }
  expect(titles(rule, [lead], { tracking: unaccepted })[0]).toContain('Acepta los términos')
})

test('the consent mode is what its owner says, and unknown until then', () => {
  const rule = 'tracking-settings'
  const tracking = {
    status: 'CONVERSION_TRACKING_MANAGED_BY_SELF',
    acceptedCustomerDataTerms: true,
    enhancedConversionsForLeads: true,
    autoTagging: true,
  }
  const said = (consentMode?: 'on' | 'off', over = {}) =>
    account([action('5')], {
      tracking: { ...tracking, ...over },
      ...(consentMode && { preferences: { consentMode } }),
    })
  const [one, ...others] = found(said('off'), rule)
  expect(others).toEqual([])
  expect(one!.title).toBe('Pon el modo de consentimiento en la web')
  expect(one!.priority).toBe('medium')
  expect(one!.evidence.change!.operations).toEqual([])
  expect(one!.evidence.test.sentence).toContain('lo que respondiste')
  expect(one!.evidence.table.rows.at(-1)).toMatchObject({ state: 'No, según tu respuesta' })
  expect(found(said('on'), rule)).toEqual([])
  expect(reasonOf(said('on'), rule)).toContain('está puesto, según tu respuesta')
  expect(reasonOf(said(), rule)).toContain('di en los objetivos de la cuenta')
  const [tagging] = found(said(undefined, { autoTagging: false }), rule)
  expect(tagging!.evidence.counterEvidence.join()).toContain('no se puede leer desde aquí')
})

test('bidding for value without values', () => {
  const rule = 'missing-conversion-values'
  const byValue = [campaign({ biddingStrategyType: 'TARGET_ROAS', targetRoas: 4 })]
  const priced = (value: number) => ({
    ...account([action('5')], { conversionDays: daily('5', () => 3, value) }),
    campaigns: byValue,
  })
  expect(found(priced(1), rule)[0]!.priority).toBe('high')
  expect(found(priced(0), rule)).toHaveLength(1)
  const two = [...byValue, campaign({ ...byValue[0]!, id: '2', name: 'Botas' })]
  expect(found({ ...priced(1), campaigns: two }, rule)[0]!.title).toContain(
    'pujan por valor y no lo reciben',
  )
  expect(found(priced(40), rule)).toEqual([])
  expect(reasonOf(priced(40), rule)).toBe('Las conversiones llegan con su valor.')
  const third = [...daily('5', () => 6), ...daily('6', () => 1, 0)]
  const some = { ...priced(40), ...account([action('5'), action('6')], { conversionDays: third }) }
  expect(reasonOf(some, rule)).toMatch(/^El 86\s% de las conversiones llega con su valor\.$/)
  expect(titles(rule, [action('5')], { conversionDays: daily('5', () => 3, 1) })).toEqual([
    'Envía el importe de cada compra a Google Ads',
  ])
  const worthless = { ...sums(9_000, 360), valueMicros: 0 }
  const unknown = sampleAccount({ campaigns: [campaign({ sums: worthless })] })
  expect(found(unknown, rule)).toHaveLength(1)
  const lead = [action('5', { category: 'CONTACT' })]
  expect(found({ ...unknown, conversionActions: lead }, rule)).toEqual([])
})

test('one broken action among others that still count', () => {
  const rule = 'conversion-tracking'
  const actions = [action('5', { name: 'Compra' }), action('6', { name: 'Llamada' })]
  const silent = (from: number, rate: number) => [
    ...daily('5', () => 3),
    ...daily('6', (i) => (i < from ? rate : 0)),
  ]
  const [one] = found(account(actions, { conversionDays: silent(75, 2) }), rule)
  expect(one!.title).toBe(`Revisa «Llamada»: no cuenta nada desde el 31 oct 2026`)
  expect(addDays(window.from, 75)).toBe('2026-10-31')
  expect(titles(rule, actions, { conversionDays: silent(86, 6) })).toEqual([
    'Revisa «Llamada»: no cuenta nada desde el 11 nov 2026',
  ])
  expect(titles(rule, actions, { conversionDays: silent(88, 6) }), 'two days').toEqual([])
  expect(titles(rule, actions, { conversionDays: silent(86, 0.5) }), 'chance').toEqual([])
  const uploaded = [actions[0]!, action('6', { name: 'Llamada', type: 'UPLOAD_CLICKS' })]
  expect(titles(rule, uploaded, { conversionDays: silent(86, 6) }), 'in batches').toEqual([])
  const rare = silent(75, 0).map((day) =>
    day.actionId === '6' && day.day === window.from
      ? { ...day, conversionsMicros: 2 * MICROS }
      : day,
  )
  expect(titles(rule, actions, { conversionDays: rare })).toEqual([])
})

test('an outage shows the days it looked at, up to yesterday', () => {
  const broken = accountDays.map((day, i) =>
    i >= 60 && i < 66 ? { ...day, conversionsMicros: 0, valueMicros: 0 } : day,
  )
  const [one] = found(sampleAccount({ accountDays: broken }), 'conversion-tracking')
  expect(one!.evidence.window).toEqual({ from: '2026-08-17', to: '2026-11-20', days: 96 })
})

test('an action that began later never failed before', () => {
  const actions = [action('5', { name: 'Compra' }), action('6', { name: 'Llamada' })]
  const young = [...daily('5', () => 30), ...daily('6', (i) => (i < 60 ? 0 : 4))]
  expect(titles('conversion-tracking', actions, { conversionDays: young })).toEqual([])
  const more = account(actions, { conversionDays: young }).accountDays.map((day, i) => ({
    ...day,
    conversionsMicros: (i < 60 ? 30 : 60) * MICROS,
  }))
  const half = [...daily('5', () => 30), ...daily('6', (i) => (i < 60 ? 0 : 30))]
  const grownBy = { ...account(actions, { conversionDays: half }), accountDays: more }
  expect(found(grownBy, 'conversion-tracking')).toEqual([])
  const ended = [...daily('5', () => 30), ...daily('6', (i) => (i >= 40 && i < 60 ? 0 : 4))]
  expect(titles('conversion-tracking', actions, { conversionDays: ended })).toEqual([
    'Revisa «Llamada»: no contó nada del 26 sept 2026 al 15 oct 2026',
  ])
})
