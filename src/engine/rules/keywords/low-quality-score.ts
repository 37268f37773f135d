import type { Context } from '../../account/context.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { campaignQualities, weakComponents } from './keyword-quality.ts'
import { lowQualityTexts } from './low-quality-score-words.ts'

const RULE = 'low-quality-score'

/** Campaigns that spend on keywords of low quality, where no single component explains it. */
export function lowQualityScore(snapshot: AccountSnapshot, context: Context): RuleResult {
  const known = campaignQualities(snapshot, context)
  if (known.length === 0) return { findings: [], silence: NO_SCORES }
  const low = known.filter((one) => one.lowShare > THRESHOLDS.lowQualityShare.value)
  const unexplained = low.filter((one) => weakComponents(one).length === 0)
  return {
    findings: unexplained.map((one) =>
      setupFinding(
        {
          rule: RULE,
          categoria: 'keywords',
          campaignId: one.campaign.id,
          probability: THRESHOLDS.mostCertain.value,
          priority: 'baja',
        },
        lowQualityTexts(context, one),
      ),
    ),
    silence: unexplained.length > 0 ? null : low.length > 0 ? EXPLAINED : ALL_WELL,
  }
}

const NO_SCORES =
  'Google no da todavía el nivel de calidad de suficientes palabras clave con clics en ninguna campaña.'
const ALL_WELL = 'El gasto en palabras clave de nivel de calidad bajo es pequeño en cada campaña.'
const EXPLAINED =
  'Hay gasto en palabras clave de calidad baja, y se sabe qué falla: lo dice la recomendación sobre los componentes del nivel de calidad.'
