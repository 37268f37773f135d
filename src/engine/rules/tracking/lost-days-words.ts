import { addDays } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import { isImported, mayComeTogether, primaryActions } from '../../account/conversion-actions.ts'
import type { Loss } from '../../account/lost-conversions.ts'
import { lostPart } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { EvidenceTable, Figure } from '../../findings/recommendation.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { columnsOf, figuresOf } from '../../words/say.ts'
import { listed } from '../../words/setup-texts.ts'
import { certainty } from '../../words/shared-texts.ts'
import { sumCells } from '../bidding/campaign-facts.ts'
import { nameOf } from '../keywords/fallen-ad-groups-words.ts'
import { fallenPlaces } from '../keywords/fallen-groups.ts'

/** Days shown on each side of a loss. */
const MARGIN_DAYS = 5

export function outageTexts(loss: Loss, snapshot: AccountSnapshot, context: Context) {
  const { figures, when, brought } = factsOf(loss, context)
  const { show } = figures
  const primaries = primaryActions(snapshot)
  const isUploaded = primaries.length > 0 && primaries.every(isImported)
  const isSure = loss.probability >= THRESHOLDS.enoughProbability.value
  const maybe = isSure ? 'lo más probable es que' : 'puede que'
  const likely = isUploaded
    ? `Estas conversiones se importan: ${maybe} la importación (de ${listed(primaries.map(({ name }) => `«${name}»`))}) se parara. Mira su estado en Objetivos › Conversiones › Subidas; al volver, sube también las de esos días (Google las acepta dentro del plazo de conversión de cada acción).`
    : isSure
      ? 'Lo más probable es que la etiqueta de conversión (el código que las cuenta) dejara de funcionar.'
      : 'Puede que la etiqueta de conversión (el código que las cuenta) dejara de funcionar, o que de verdad no se vendiera.'
  const without = loss.seen > 0 ? 'casi sin conversiones' : 'sin conversiones'
  const ended = isSure
    ? `La medición de conversiones falló ${when}`
    : `Comprueba la medición: ${without} ${when}`
  return {
    title: loss.isOngoing ? `Revisa la medición: ${without} desde el ${show('from')}` : ended,
    description: `Hubo ${figures.count('clicks', 'clic', 'clics')} y ${show('cost')} de gasto ${when} ${brought}, cuando lo normal habrían sido unas ${show('expected')}. ${likely}`,
    whyNow: loss.isOngoing
      ? mayComeTogether(primaries, loss.days)
        ? BY_THE_MONTH
        : 'Sigue pasando: cada día sin medir engaña a las pujas automáticas y a estas recomendaciones.'
      : `Las pujas automáticas han aprendido de esos días; ${isSure ? '' : 'si fue la medición, '}conviene excluirlos en Google Ads.`,
    impact: () =>
      `${show('cost')} de gasto ${isSure ? 'sin medir' : 'en esos días'}; no se promete ningún ahorro`,
    card: {
      window: watchedDays(snapshot),
      figures: figures.list,
      table: dayTable(loss, snapshot),
      test: testOf(figures, `que solo se cuenten ${show('seen')}`),
      counterEvidence: isUploaded
        ? [UPLOADED_LATE]
        : [
            'También puede ser una caída de la web o del formulario: entonces se perdieron ventas de verdad.',
            'Si las conversiones se importan de otro sistema, pueden llegar más tarde.',
          ],
      change: null,
    },
  }
}

export const BY_THE_MONTH =
  'Si esas ventas se suben una vez al mes, llegarán con la próxima subida; si se suben más a menudo, cada día sin ellas engaña a las pujas automáticas.'

const UPLOADED_LATE =
  'Puede que esos días no se cerrara ninguna venta, o que se suban todas juntas más tarde.'

export function partialLossTexts(loss: Loss, snapshot: AccountSnapshot, context: Context) {
  const { figures, when } = factsOf(loss, context)
  const { show } = figures
  const isNow = loss.isOngoing
  return {
    title: isNow
      ? `Comprueba la medición: un ${show('lost')} menos de conversiones por clic desde el ${show('from')}`
      : `Comprueba la medición: faltó un ${show('lost')} de las conversiones ${when}`,
    description: `Con ${figures.count('clicks', 'clic', 'clics')} y ${show('cost')} de gasto ${when} se ${loss.seen === 1 ? 'contó' : 'contaron'} ${figures.count('seen', 'conversión', 'conversiones')}, cuando al ritmo de los días de alrededor habrían sido unas ${show('expected')}. Puede que la etiqueta deje de contar en parte de la web (una página, un dispositivo, el aviso de cookies) o que de verdad se venda menos.${mostlyOf(loss, snapshot, context)}`,
    whyNow: isNow
      ? 'Sigue pasando: antes de sacar conclusiones de las ventas de estos días, comprueba que se cuentan todas.'
      : 'Las pujas automáticas han aprendido de esos días; si fue la medición, conviene excluirlos en Google Ads.',
    impact: () => 'No se promete ningún ahorro: primero hay que saber si se mide bien',
    card: {
      window: watchedDays(snapshot),
      figures: figures.list,
      table: dayTable(loss, snapshot),
      test: testOf(figures, `que solo se cuenten ${show('seen')}`),
      counterEvidence: [
        ...changedThen(loss, snapshot, context),
        'Un cambio de precios, de la web, de la oferta o de la temporada baja las ventas por clic sin que la medición falle.',
        'Si las conversiones se importan de otro sistema, pueden llegar más tarde.',
      ],
      change: null,
    },
  }
}

/** Where campaigns and ad groups that have stopped to sell make up most of it, the others are counted as before. */
function mostlyOf(loss: Loss, snapshot: AccountSnapshot, context: Context): string {
  const fallen = loss.isOngoing ? fallenPlaces(snapshot, context) : []
  const missing = fallen.reduce((sum, { expected, late }) => sum + expected - late, 0)
  if (missing < (loss.expected - loss.seen) / 2) return ''
  const names = listed(fallen.map((one) => nameOf(context, one)))
  return ` Lo que falta es sobre todo de ${names}, y lo demás se vende como antes: empieza por ahí.`
}

/** Another way of bidding, another target or budget buys other clicks for a while, and no tag has a part in it. */
function changedThen(
  { from }: Loss,
  { inventory }: AccountSnapshot,
  { campaigns }: Context,
): string[] {
  const week = THRESHOLDS.changeDays.value
  const [since, until] = [addDays(from, -week), addDays(from, week)]
  const what = (inventory?.changes ?? []).flatMap(
    ({ at, operation, changedFields, campaignId }) => {
      const name = campaigns.get(campaignId ?? '')?.name
      const kind = CHANGED.find(([field]) => changedFields.some((one) => field.test(one)))?.[1]
      const isThen = at.slice(0, 10) >= since && at.slice(0, 10) <= until
      return name && kind && isThen && operation === 'UPDATE' ? [`${kind} de «${name}»`] : []
    },
  )
  const named = [...new Set(what)]
  if (named.length === 0) return []
  const all = named.length > MOST_NAMED ? [...named.slice(0, MOST_NAMED), 'otras cosas'] : named
  return [
    `Cuando bajaron, o poco antes, se cambió en Google Ads ${listed(all)}: mientras la puja se adapta vende menos por clic, y eso no es la medición.`,
  ]
}

const MOST_NAMED = 3

const CHANGED: readonly (readonly [RegExp, string])[] = [
  [/bidding_?strategy_?type$/i, 'la estrategia de puja'],
  [/target_?(cpa|roas)/i, 'el objetivo de puja'],
  [/amount_?micros$/i, 'el presupuesto'],
]

function factsOf(loss: Loss, context: Context) {
  const figures = figuresOf(context.say, {
    from: { label: 'Primer día', unit: 'day', value: loss.from },
    to: { label: 'Último día', unit: 'day', value: loss.to },
    days: { label: 'Días', unit: 'integer', value: loss.days },
    clicks: { label: 'Clics de esos días', unit: 'integer', value: loss.clicks },
    cost: { label: 'Gasto de esos días', unit: 'money', value: loss.costMicros },
    seen: { label: 'Conversiones contadas', unit: 'quantity', value: loss.seen },
    expected: { label: 'Conversiones esperadas', unit: 'decimal', value: loss.expected },
    lost: { label: 'De menos', unit: 'percent', value: wholePercent(lostPart(loss)) },
    probability: certainty(loss.probability),
  })
  const { show } = figures
  const when = loss.from === loss.to ? `el ${show('from')}` : `del ${show('from')} al ${show('to')}`
  const brought =
    loss.seen > 0
      ? `con solo ${figures.count('seen', 'conversión', 'conversiones')}`
      : 'sin ninguna conversión'
  return { figures, when, brought }
}

export const wholePercent = (fraction: number): number => Math.round(fraction * 100) / 100

/** What the scan over all runs of days says, in words. */
export function testOf(
  figures: { list: Figure[]; show: (key: 'expected' | 'probability') => string },
  rarity: string,
) {
  return {
    name: 'Búsqueda de tramos con pérdida (binomial negativa, por clics y día de la semana)',
    sentence: `Al ritmo de los días de alrededor, esos clics habrían traído unas ${figures.show('expected')} conversiones; ${rarity} por azar es tan raro que hay una probabilidad del ${figures.show('probability')} de que algo haya fallado.`,
    numbers: figures.list.filter(({ key }) => ['expected', 'probability', 'seen'].includes(key)),
  }
}

/** The days looked at reach yesterday: an outage is not to wait for late conversions. */
function watchedDays(snapshot: AccountSnapshot) {
  const days = snapshot.accountDays.map(({ day }) => day).toSorted()
  return { from: days[0]!, to: days.at(-1)! }
}

function dayTable(loss: Loss, snapshot: AccountSnapshot): EvidenceTable {
  const from = addDays(loss.from, -MARGIN_DAYS)
  const to = addDays(loss.to, MARGIN_DAYS)
  const days = snapshot.accountDays.filter(({ day }) => day >= from && day <= to)
  return {
    columns: columnsOf('day', 'clicks', 'cost', 'conversions'),
    rows: days
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      .map(({ day, ...sums }) => {
        const { clicks, cost, conversions } = sumCells(sums)
        return { day, clicks, cost, conversions }
      }),
  }
}
