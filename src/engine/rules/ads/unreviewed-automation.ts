import type { Metrics } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import {
  type JudgedSlice,
  judgeSlices,
  type SpendSlice,
  slicesClaims,
  slicesDraw,
  wastefulSlices,
} from '../targeting/slice-waste.ts'
import { automationTexts, keywordlessTexts } from './unreviewed-automation-words.ts'

const RULE = 'unreviewed-automation'

/** Those that write or redirect on their own. */
const WRITING = ['FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION', 'TEXT_ASSET_AUTOMATION']

type Term = NonNullable<AccountInventory['keywordlessTerms']>[number]

export type AutomatedCampaign = { campaign: CampaignFacts; automations: string[] }

/** Searches that AI Max added and that do not pay, and texts or pages that Google chooses unseen. */
export function unreviewedAutomation(snapshot: AccountSnapshot, context: Context): RuleResult {
  const inventory = snapshot.inventory ?? {}
  if (!inventory.keywordlessTerms && !inventory.campaignSettings) {
    return { findings: [], silence: notKnown('las automatizaciones de las campañas') }
  }
  const live = snapshot.campaigns.filter(({ status }) => status === 'ENABLED')
  const terms = Map.groupBy(
    (inventory.keywordlessTerms ?? []).filter(({ source }) => /^AI_MAX/.test(source)),
    ({ campaignId }) => campaignId,
  )
  const slices = live.flatMap((campaign) => keywordlessOf(campaign, terms.get(campaign.id) ?? []))
  const judged = blockedReason(context) ? [] : judgeSlices(slices, context)
  const automated = live.flatMap((campaign) => automatedOf(campaign, inventory))
  const byHand = snapshot.account.source === 'imported'
  const findings = [
    ...wastefulSlices(judged).map((one) =>
      wasteFinding(one, terms.get(one.campaign.id) ?? [], context, byHand),
    ),
    ...(automated.length > 0 ? [automationFinding(automated, context)] : []),
  ]
  return { findings, silence: findings.length > 0 ? null : NOTHING_UNSEEN }
}

const NOTHING_UNSEEN =
  'Ninguna campaña deja que Google escriba textos o elija páginas por su cuenta, y las búsquedas que añade AI Max no son claramente más caras.'

function keywordlessOf(campaign: CampaignFacts, terms: readonly Term[]): SpendSlice[] {
  if (terms.length === 0) return []
  const sums = addUp(terms.map((term) => term.sums))
  const left = (key: keyof Metrics) => Math.max(0, campaign.sums[key] - sums[key])
  const rest = {
    impressions: left('impressions'),
    clicks: left('clicks'),
    costMicros: left('costMicros'),
    conversionsMicros: left('conversionsMicros'),
    valueMicros: left('valueMicros'),
  }
  const label = 'Búsquedas añadidas por AI Max'
  return [{ campaign, dimension: 'source', value: 'AI_MAX', label, sums, rest }]
}

/** Whoever changed these settings in the last 30 days has looked at them. */
function automatedOf(
  campaign: CampaignFacts,
  { campaignSettings = [], changes = [] }: AccountInventory,
): AutomatedCampaign[] {
  const setting = campaignSettings.find(({ campaignId }) => campaignId === campaign.id)
  const automations = (setting?.automations ?? []).filter((type) => WRITING.includes(type)).sort()
  const isReviewed = changes.some(
    ({ campaignId, changedFields }) =>
      campaignId === campaign.id &&
      changedFields.some((field) => /asset_?automation_?settings/i.test(field)),
  )
  return automations.length > 0 && !isReviewed ? [{ campaign, automations }] : []
}

function wasteFinding(
  one: JudgedSlice,
  terms: readonly Term[],
  context: Context,
  byHand: boolean,
): Finding {
  const { campaign } = one
  const operation = {
    campaignOperation: {
      updateMask: 'aiMaxSetting.enableAiMax',
      update: {
        resourceName: `customers/{customerId}/campaigns/${campaign.id}`,
        aiMaxSetting: { enableAiMax: false },
      },
    },
  }
  return {
    fingerprint: fingerprintOf(RULE, campaign.id, 'ai-max'),
    rule: RULE,
    categoria: 'keywords',
    objeto: { tipo: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: one.probability,
    claims: slicesClaims([one]),
    acts: [`campaign:${campaign.id}:ai-max`],
    drawMonthlyNet: slicesDraw([one], context),
    kpi: 'coste',
    ...keywordlessTexts(context, one, terms, byHand ? [] : [operation]),
  }
}

function automationFinding(automated: AutomatedCampaign[], context: Context): Finding {
  return setupFinding(
    {
      rule: RULE,
      categoria: 'anuncios',
      campaignId: null,
      part: 'texts',
      probability: THRESHOLDS.automationProbability.value,
      priority: 'baja',
    },
    automationTexts(context, automated),
  )
}
