import type { Context } from '../../account/context.ts'
import type { Finding, GroupTexts } from '../../findings/recommendation.ts'
import { figuresOf } from '../../words/say.ts'
import { labelsOf, quoted, settingsGroupTexts } from '../../words/setup-groups.ts'
import { directCheck, withoutAmount } from '../../words/setup-texts.ts'
import { campaignTable, integer, money, type Texts } from './campaign-facts.ts'
import type { ReturnlessCampaign } from './campaigns-without-return-words.ts'

const WHY =
  'Sus anuncios llevan a otra web que los de las campañas que venden: lo más probable es que allí falte la etiqueta de conversión. Haz una prueba (un formulario, una compra) y mira si se cuenta. Hasta que se sepa, aquí no se propone pausar nada suyo.'

export function uncountedTexts(
  context: Context,
  { campaign, expected }: ReturnlessCampaign,
): Texts {
  const figures = figuresOf(context.say, {
    days: integer('Días analizados', context.days),
    clicks: integer('Clics', campaign.sums.clicks),
    cost: money('Coste', campaign.sums.costMicros),
    expected: integer('Conversiones esperadas', Math.round(expected)),
  })
  const { show } = figures
  return {
    title: `Comprueba si se cuentan las conversiones de «${campaign.name}»: ninguna en ${figures.count('clicks', 'clic', 'clics')}`,
    description: `En ${show('days')} días gastó ${show('cost')}, que habrían bastado para ${figures.someConversions('expected')}, y no consta ninguna. ${WHY}`,
    whyNow: 'Sin medirla no se sabe si vende o solo gasta.',
    impact: withoutAmount('primero hay que saber si se mide'),
    card: {
      figures: figures.list,
      table: campaignTable([campaign], { expected: ['Conversiones esperadas', 'integer'] }, () => ({
        expected: Math.round(expected),
      })),
      test: directCheck(
        'La web es la de sus anuncios y sus páginas de destino; en ninguna otra campaña con conversiones aparece.',
      ),
      counterEvidence: [
        'Si la etiqueta está y funciona, es que de verdad no vende: entonces sobra.',
      ],
      change: null,
    },
  }
}

export function uncountedGroupTexts(context: Context, parts: readonly Finding[]): GroupTexts {
  const count = context.say.integer(parts.length)
  return settingsGroupTexts(context, parts, 'Campañas', {
    title: `Comprueba si se cuentan las conversiones de ${count} campañas que llevan a otra web`,
    description: `${quoted(labelsOf(parts))} gastan y no consta ninguna conversión. ${WHY}`,
  })
}
