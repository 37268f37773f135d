import { isSupposed, type Target } from '../account/targets.ts'
import { SECOND_OPINION_THRESHOLDS as T } from '../thresholds/second-opinion.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings, Verdict } from './advice.ts'
import {
  conversionsOf,
  conversionsText,
  figure,
  historyFigures,
  promiseFigures,
  saying,
  targetFigures,
  worthWhereBidFor,
} from './opinion-figures.ts'
import { type PromisedPrice, probabilityWithin, promisedPrice } from './promised-price.ts'

/** What a type allows: the best verdict, what a test of it looks like, a second calculation of ours. */
export type PromiseTerms = {
  drift: number
  /** 'try': the promise alone is never enough for more. */
  best: 'apply' | 'try'
  /** Spanish sentence: how to try it on a small scale. */
  howToTest: string
  caveats?: readonly string[]
  /** P(worth it) by our own calculation and its Spanish sentence; the worse of both decides. */
  own?: { probability: number; sentence: string }
}

/**
 * By what Google promises: each conversion more, or lost by a saving, against what one may cost. Apply from P ≥ .8, dismiss up to .2, a test
 * in between; nothing is said without conversions, target or promise.
 */
export function judgePromise(
  advice: GoogleAdvice,
  around: Surroundings,
  terms: PromiseTerms,
): SecondOpinion {
  const say = saying(around)
  const known = conversionsOf(around)
  const knowledge = {
    conversions: known,
    drift: terms.drift,
    ...worthWhereBidFor(advice, around),
  }
  const price = promisedPrice(advice.impact, knowledge)
  const figures = [...promiseFigures(advice, price), ...historyFigures(around)]
  const caveats = [...(terms.caveats ?? [])]
  const silent = (reason: string): SecondOpinion => ({
    verdict: 'no_opinion',
    reason,
    figures: [...figures, ...targetFigures(around.target, null)],
    caveats,
  })
  if (around.blocked) return silent(around.blocked)
  if (!price) return silent(NO_PROMISE)
  const { extraCostMicros, extraConversions, extraValueMicros } = price
  if (extraConversions <= 0 && extraCostMicros >= 0)
    return {
      ...silent(''),
      verdict: 'discard',
      reason:
        extraCostMicros > 0
          ? `Google promete gastar ${say.money(extraCostMicros)} más a la semana y ${extraValueMicros === null ? 'ninguna conversión más' : 'nada más de valor'}.`
          : 'Ni Google promete que cambie nada: ni más conversiones ni menos coste.',
    }
  if (extraConversions < 0) return silent(FEWER)
  const { target } = around
  if (!around.campaign && !around.jointSums)
    return silent(advice.campaignId === null ? NO_HISTORY : NO_CAMPAIGN)
  if (!target) return silent(around.isJoint ? NO_COMMON_TARGET : NO_TARGET)
  if (known < T.fewestConversions.value)
    return silent(
      `${around.campaign ? 'La campaña' : 'La cuenta'} solo tiene ${conversionsText(say, known)}: de ahí no se puede saber si lo que Google promete se cumplirá.`,
    )
  const promised = probabilityWithin(price, target.micros, knowledge)
  const probability = Math.min(promised, terms.own?.probability ?? 1)
  const isCertain = extraCostMicros > 0 || known >= T.savingConversions.value
  const verdict = verdictOf(probability, isCertain ? terms.best : 'try')
  const sentences = [
    promiseSentence(price, say),
    terms.own?.sentence ?? '',
    chanceSentence(price, target, say.chance(probability), say),
  ]
  if (verdict === 'try') sentences.push(terms.howToTest)
  return {
    verdict,
    reason: sentences.filter(Boolean).join(' '),
    figures: [
      ...figures,
      ...targetFigures(target, probability),
      ...(terms.own
        ? [figure('ownProbability', 'Según nuestra cuenta', 'percent', terms.own.probability)]
        : []),
    ],
    caveats,
  }
}

type Say = ReturnType<typeof saying>

function promiseSentence(price: PromisedPrice, say: Say): string {
  const { extraCostMicros, extraConversions, extraValueMicros, marginalMicros } = price
  const saved = extraCostMicros < 0 ? `${say.money(-extraCostMicros)} menos` : ''
  if (extraConversions === 0)
    return `Google promete ${extraValueMicros === null ? 'lo mismo' : 'el mismo valor'} gastando ${saved} a la semana.`
  const some = conversionsText(say, extraConversions)
  const promise =
    extraValueMicros === null
      ? `${some} más`
      : `${say.money(extraValueMicros)} más de valor, lo que ${some.startsWith('1 ') ? 'trae una conversión' : `traen unas ${some}`},`
  if (extraCostMicros > 0)
    return `Google promete ${promise} por ${say.money(extraCostMicros)} más a la semana: ${say.money(marginalMicros ?? 0)} cada una.`
  const spending = saved ? `gastando ${saved} a la semana` : 'sin gastar más'
  return `Google promete ${promise} ${spending}.`
}

function chanceSentence(
  { extraCostMicros }: PromisedPrice,
  target: Target,
  chance: string,
  say: Say,
): string {
  const most = say.money(target.micros)
  const supposed = isSupposed(target) ? ', lo que se supone que pueden costar,' : ''
  return extraCostMicros > 0
    ? `La probabilidad de que salgan a ${most} o menos${supposed} es ${chance}.`
    : `Que no se pierdan conversiones no es seguro: la probabilidad de que compense, a ${most} cada una${supposed || ','} es ${chance}.`
}

export function verdictOf(probability: number, best: 'apply' | 'try' = 'apply'): Verdict {
  if (probability >= T.applyProbability.value) return best
  return probability <= T.dismissProbability.value ? 'discard' : 'try'
}

const NO_PROMISE =
  'Google no dice cuánto costaría ni cuántas conversiones traería: no hay con qué echar la cuenta.'
const FEWER =
  'Google cuenta con menos conversiones a cambio de gastar menos: que compense depende de lo que prefieras.'
const NO_TARGET =
  'No se sabe cuánto puede costar aquí una conversión: ni la campaña tiene un objetivo ni hay bastantes conversiones para calcularlo.'

const NO_CAMPAIGN =
  'La campaña de la que habla no está entre las que se han leído: sin su historial no se puede saber si lo que Google promete se cumplirá.'
const NO_HISTORY =
  'No se sabe cuántas conversiones trae aquello de lo que habla: sin su historial no se puede saber si lo que Google promete se cumplirá.'

const NO_COMMON_TARGET =
  'Cambia varias campañas a la vez, cada una con lo que puede pagar: no hay un objetivo común con el que juzgarla.'

/** An opinion that needs no promise: by a setting or a count. */
export function plainOpinion(
  verdict: Verdict,
  reason: string,
  around: Surroundings,
  caveats: readonly string[] = [],
): SecondOpinion {
  return { verdict, reason, figures: historyFigures(around), caveats: [...caveats] }
}
