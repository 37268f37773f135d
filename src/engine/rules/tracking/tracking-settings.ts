import type { Context } from '../../account/context.ts'
import { isHosted, isOfApp, LEADS, primaryActions } from '../../account/conversion-actions.ts'
import type { TrackingSettings } from '../../account/inventory.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { TrackingGap } from './tracking-settings-words.ts'
import * as words from './tracking-settings-words.ts'

/** Switches of the account that make more conversions visible. What they recover is Google's claim: no amount. */
export const trackingSettings = defineRule({
  name: 'tracking-settings',
  title: 'Ajustes de medición',
  category: 'measurement',
  place: 40,
  needs: { all: ['tracking'], called: 'los ajustes de medición' },
  run,
  words,
})

function run(snapshot: SnapshotWith<'tracking'>, context: Context): RuleResult {
  const { tracking: settings, preferences } = snapshot.inventory
  const consent = preferences?.consentMode
  const gaps: TrackingGap[] = [
    ...gapsOf(settings, snapshot),
    ...(consent === 'off' ? (['consent-mode'] as const) : []),
  ]
  const findings = gaps.map((gap) =>
    setupFinding(
      {
        campaignId: null,
        part: gap,
        probability: 1,
        priority: gap === 'auto-tagging' || gap === 'consent-mode' ? 'medium' : 'low',
      },
      words.trackingSettingTexts(context, gap, { ...settings, consent }),
    ),
  )
  const none = isAllOfApps(snapshot) ? words.ONLY_APPS : silenceOf(consent)
  return { findings, silence: findings.length > 0 ? null : none }
}

function silenceOf(consent: 'on' | 'off' | undefined): string {
  return consent === 'on' ? words.COMPLETE : words.CONSENT_UNKNOWN
}

/**
 * Enhanced conversions for leads need a form, whose data they match; calls are matched by number and time, and what Google
 * hosts or an app counts has none. Without accepted terms they cannot be used at all.
 */
function gapsOf(settings: TrackingSettings, snapshot: AccountSnapshot): TrackingGap[] {
  if (isAllOfApps(snapshot)) return []
  const hasForms = primaryActions(snapshot).some(
    (action) =>
      LEADS.has(action.category) &&
      action.category !== 'PHONE_CALL_LEAD' &&
      !CALLS.has(action.type ?? '') &&
      !isHosted(action) &&
      !isOfApp(action),
  )
  const { autoTagging, acceptedCustomerDataTerms, enhancedConversionsForLeads } = settings
  return [
    ...(autoTagging ? [] : (['auto-tagging'] as const)),
    ...(acceptedCustomerDataTerms ? [] : (['customer-data'] as const)),
    ...(acceptedCustomerDataTerms && !enhancedConversionsForLeads && hasForms
      ? (['enhanced-leads'] as const)
      : []),
  ]
}

function isAllOfApps(snapshot: AccountSnapshot): boolean {
  const actions = primaryActions(snapshot)
  return actions.length > 0 && actions.every(isOfApp)
}

const CALLS = new Set(['AD_CALL', 'CLICK_TO_CALL', 'WEBSITE_CALL', 'UPLOAD_CALLS'])
