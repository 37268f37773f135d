import type { Context } from '../../account/context.ts'
import { LEADS, primaryActions } from '../../account/conversion-actions.ts'
import type { TrackingSettings } from '../../account/inventory.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { type TrackingGap, trackingSettingTexts } from './tracking-settings-words.ts'

const RULE = 'tracking-settings'

/** Switches of the account that make more conversions visible. What they recover is Google's claim: no amount. */
export function trackingSettings(snapshot: AccountSnapshot, context: Context): RuleResult {
  const settings = snapshot.inventory?.tracking
  if (!settings) return { findings: [], silence: notKnown('los ajustes de medición') }
  const findings = gapsOf(settings, snapshot).map((gap) =>
    setupFinding(
      {
        rule: RULE,
        categoria: 'medicion',
        campaignId: null,
        part: gap,
        probability: 1,
        priority: gap === 'auto-tagging' ? 'media' : 'baja',
      },
      trackingSettingTexts(context, gap, settings),
    ),
  )
  return { findings, silence: findings.length > 0 ? null : COMPLETE }
}

const COMPLETE = 'El etiquetado automático y las conversiones mejoradas están activados.'

/** Enhanced conversions for leads need leads; without accepted terms they cannot be used at all. */
function gapsOf(settings: TrackingSettings, snapshot: AccountSnapshot): TrackingGap[] {
  const hasLeads = primaryActions(snapshot).some(({ category }) => LEADS.has(category))
  const { autoTagging, acceptedCustomerDataTerms, enhancedConversionsForLeads } = settings
  return [
    ...(autoTagging ? [] : (['auto-tagging'] as const)),
    ...(acceptedCustomerDataTerms ? [] : (['customer-data'] as const)),
    ...(acceptedCustomerDataTerms && !enhancedConversionsForLeads && hasLeads
      ? (['enhanced-leads'] as const)
      : []),
  ]
}
