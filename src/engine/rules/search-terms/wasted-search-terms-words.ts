import type { Context, Target } from '../../account/context.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { listed, withAmount } from '../../words/setup-texts.ts'
import { budgetLimitedCaveat, smartBiddingCaveat, worthCaveat } from '../../words/shared-texts.ts'
import {
  hiddenTermsCaveat,
  wasteCaveats,
  wasteFigures,
  wasteOutcome,
  wasteTest,
  wasteText,
  wasteWhyNow,
} from '../../words/waste-texts.ts'
import { mostOfCampaign } from './most-of-campaign.ts'
import type { LuckyWord } from './ngram-verdicts.ts'
import type { Term } from './search-terms.ts'
import type { Elsewhere } from './served-elsewhere.ts'
import { luckyWordText } from './term-group-words.ts'
import { termTable } from './term-table.ts'

type Wasted = {
  term: Term
  word: LuckyWord | undefined
  share: number
  elsewhere: Elsewhere | null
}

export function wastedTermTexts(
  context: Context,
  { term, word, share, elsewhere }: Wasted,
  verdict: WasteVerdict,
  target: Target,
  operations: MutateOperation[],
) {
  const figures = wasteFigures(context, term.sums, verdict, target)
  const { show } = figures
  const { text, campaign } = term
  return {
    title: `Excluye la búsqueda «${text}»: ${wasteOutcome(figures)}`,
    description: `En ${show('days')} días, quienes buscaron «${text}» hicieron ${figures.count('clicks', 'clic', 'clics')} en la campaña «${campaign.name}», ${wasteText(figures)}.${word ? ` ${luckyWordText(word)}` : ''} Añádela como palabra clave negativa (los anuncios dejan de salir en esa búsqueda).`,
    whyNow: wasteWhyNow(figures),
    impact: withAmount(),
    card: {
      figures: figures.list,
      table: termTable(context, [term]),
      test: wasteTest(figures, verdict, target),
      counterEvidence: [
        ...mostOfCampaign(context, [{ campaign, share }]),
        ...elsewhereCaveat(context, elsewhere),
        ...wasteCaveats(context, figures, 'esta búsqueda'),
        ...worthCaveat(target, { saves: true }),
        ...smartBiddingCaveat(campaign),
        ...budgetLimitedCaveat(campaign),
        ...hiddenTermsCaveat(figures),
        'La negativa exacta no frena variantes de la búsqueda (plurales, otro orden).',
      ],
      change: {
        operations,
        before: `Los anuncios de «${campaign.name}» salen al buscar «${text}».`,
        after: `Palabra clave negativa exacta [${text}] en «${campaign.name}».`,
      },
    },
  }
}

/** How much of it is caught there is not known. */
function elsewhereCaveat({ campaigns }: Context, elsewhere: Elsewhere | null): string[] {
  if (!elsewhere) return []
  const names = listed(elsewhere.campaignIds.map((id) => `«${campaigns.get(id)?.name ?? id}»`))
  return [
    `También sale en ${names}: una parte de quienes la buscan llegará por ahí, a lo que allí cuesta el clic, y no se cuenta como ahorro.`,
  ]
}

export const dearCampaignText = ({ name }: Term['campaign']): string =>
  `Las búsquedas de «${name}» que parecen caras no se apartan con seguridad de las demás de la campaña, que también lo son: excluir las peores sería cosa del azar, y no se proponen como negativas. Si de verdad salen caras, mira la campaña entera (su objetivo, su oferta o su página).`

export { NO_TERMS } from '../../words/shared-texts.ts'

export function unsoldNameText(
  { say }: Context,
  { text, sums }: Term,
  kind: 'marca' | 'competencia',
): string {
  const [whose, which, others] =
    kind === 'marca'
      ? ['tu marca', 'con la marca', 'que la nombran']
      : ['la competencia', 'de la competencia', 'de sus campañas']
  return `Fuera de ${whose}, nada se aparta de lo normal lo bastante como para señalarlo. Las búsquedas ${which} no se excluyen, pero «${text}» ha costado ${say.money(sums.costMicros)} y vende mucho menos que las demás ${others}: si quien la escribe busca otra cosa, exclúyela a mano.`
}
