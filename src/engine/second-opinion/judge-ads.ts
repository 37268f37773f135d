import { plural } from '#shared/spanish-numbers.ts'
import { isSmartBidding } from '../account/bidding-strategy.ts'
import { SECOND_OPINION_THRESHOLDS as T } from '../thresholds/second-opinion.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { judgePromise, plainOpinion } from './judge-promise.ts'

/** Links and callouts cost nothing by themselves; beyond a few, one more changes nothing. */
export function judgeAsset(around: Surroundings, kind: 'sitelinks' | 'callouts'): SecondOpinion {
  const present = around[kind]
  const [one, many, enough] =
    kind === 'sitelinks'
      ? (['enlace de sitio', 'enlaces de sitio', T.enoughSitelinks.value] as const)
      : (['texto destacado', 'textos destacados', T.enoughCallouts.value] as const)
  if (present === null) return plainOpinion('no_opinion', UNKNOWN_ASSETS, around)
  if (present >= enough)
    return plainOpinion(
      'discard',
      `Ya tiene ${plural(present, one, many)}: Google enseña unos pocos a la vez, y uno más no cambia nada.`,
      around,
    )
  return plainOpinion(
    'apply',
    `Tiene ${plural(present, one, many)}: añadir hasta ${enough} no cuesta nada y hace el anuncio más grande.`,
    around,
    ['Lee antes los textos: los ha escrito Google y saldrán con tu nombre.'],
  )
}

/** One more ad is worth having where there are too few to compare. */
export function judgeNewAd(around: Surroundings): SecondOpinion {
  const { liveAds } = around
  if (liveAds === null)
    return plainOpinion('no_opinion', 'No se sabe cuántos anuncios tiene ahora el grupo.', around)
  const present = plural(liveAds, 'anuncio adaptable activo', 'anuncios adaptables activos')
  if (liveAds >= T.mostLiveAds.value)
    return plainOpinion(
      'discard',
      `El grupo ya tiene ${present}, los que Google admite: otro obligaría a quitar uno que ya tiene historial.`,
      around,
    )
  if (liveAds === 0)
    return plainOpinion(
      'apply',
      'El grupo no tiene ningún anuncio adaptable que pueda salir: sin uno no se muestra.',
      around,
      [READ_IT],
    )
  if (around.blocked) return plainOpinion('wait', around.blocked, around)
  return plainOpinion(
    'try',
    `El grupo tiene ${present}: otro sirve para comparar. Escríbelo tú con una idea distinta y mira a las cuatro semanas cuál convierte mejor.`,
    around,
    [READ_IT],
  )
}

/** The strength of an ad is Google's opinion of its variety; what counts is what Google promises to come of it. */
export function judgeAdTexts(advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const opinion = judgePromise(advice, around, {
    drift: T.newTrafficDrift.value,
    best: 'try',
    howToTest: 'Hazlo en un anuncio nuevo y compáralo con el de ahora en vez de sustituirlo.',
    caveats: ['Cambiar los textos borra el historial del anuncio que hoy funciona.', READ_IT],
  })
  if (opinion.verdict !== 'no_opinion' || advice.impact) return opinion
  return { ...opinion, reason: STRENGTH }
}

export function judgeRotation(around: Surroundings): SecondOpinion {
  const { campaign, settings } = around
  if (campaign && isSmartBidding(campaign))
    return plainOpinion(
      'discard',
      'Con puja automática Google ya elige el anuncio en cada subasta, diga lo que diga ese ajuste.',
      around,
    )
  if (settings?.adRotation === 'OPTIMIZE')
    return plainOpinion('discard', 'La campaña ya reparte los anuncios así.', around)
  return plainOpinion(
    'apply',
    'Repartir los anuncios por turnos da las mismas impresiones a los malos que a los buenos. Optimizar no cuesta nada.',
    around,
    ['Si estás en mitad de una prueba entre anuncios, espera a que acabe.'],
  )
}

const READ_IT = 'Lee antes los textos: los ha escrito Google y saldrán con tu nombre.'
const UNKNOWN_ASSETS = 'No se sabe qué recursos tiene ahora la campaña.'
const STRENGTH =
  'La calidad del anuncio mide si sus textos son variados, no si venden, y Google no promete nada concreto.'
