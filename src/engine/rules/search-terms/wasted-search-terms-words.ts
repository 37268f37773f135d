import type { Context, Target } from '../../account/context.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { withAmount } from '../../words/setup-texts.ts'
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
import type { LuckyWord } from './ngram-verdicts.ts'
import type { Term } from './search-terms.ts'
import { luckyWordText } from './term-group-words.ts'
import { termTable } from './term-table.ts'

export function wastedTermTexts(
  context: Context,
  { term, word }: { term: Term; word: LuckyWord | undefined },
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

export { NO_TERMS } from '../../words/shared-texts.ts'
