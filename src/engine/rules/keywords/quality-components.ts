import type { Context } from '../../account/context.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { campaignQualities, weakComponents } from './keyword-quality.ts'
import { qualityComponentTexts } from './quality-components-words.ts'

const RULE = 'quality-components'

/** What to repair first: the components of the quality score that Google marks down, the one of most spend first. */
export function qualityComponents(snapshot: AccountSnapshot, context: Context): RuleResult {
  const known = campaignQualities(snapshot, context)
  if (!known.some(({ scored }) => scored.some(({ quality }) => quality?.expectedCtr))) {
    return { findings: [], silence: NO_COMPONENTS }
  }
  const findings = known.flatMap((one) => {
    const weak = weakComponents(one).toSorted((a, b) => b.share - a.share)
    if (weak.length === 0 || isRival(one.campaign.id, context)) return []
    return [
      setupFinding(
        {
          rule: RULE,
          categoria: 'keywords',
          campaignId: one.campaign.id,
          probability: THRESHOLDS.mostCertain.value,
          priority: 'baja',
        },
        qualityComponentTexts(context, one, weak),
      ),
    ]
  })
  const rivals = known.filter((one) => weakComponents(one).length > 0)
  const silence = rivals.length > 0 ? ONLY_RIVALS : NONE_WEAK
  return { findings, silence: findings.length > 0 ? null : silence }
}

/** Whoever bids on the name of another is never as relevant to that search: nothing can be repaired there. */
function isRival(campaignId: string, { protection }: Context): boolean {
  return protection.reasonFor('', campaignId) === 'competencia'
}

const ONLY_RIVALS =
  'Solo tienen mala calidad las campañas que pujan por el nombre de la competencia, donde es lo normal.'

const NO_COMPONENTS =
  'No se conocen los componentes del nivel de calidad de las palabras clave con clics.'
const NONE_WEAK =
  'Ningún componente del nivel de calidad está por debajo de la media en una parte apreciable del gasto.'
