import type { Context } from '../../account/context.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { COLUMNS, type Column, type Sums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import {
  type JudgedSlice,
  judgeSlices,
  type SpendSlice,
  slicesDraw,
  wastefulSlices,
} from '../targeting/slice-waste.ts'
import { keywordlessClaims } from './keywordless-claims.ts'
import type { AutomatedCampaign } from './unreviewed-automation-words.ts'
import * as words from './unreviewed-automation-words.ts'

/** Those that write or redirect on their own. */
const WRITING = ['FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION', 'TEXT_ASSET_AUTOMATION']

type Term = NonNullable<AccountInventory['keywordlessTerms']>[number]

/** Searches that AI Max added and that do not pay, and texts or pages that Google chooses unseen. */
export const unreviewedAutomation = defineRule({
  name: 'unreviewed-automation',
  title: 'Automatización sin revisar',
  category: 'ads',
  place: 290,
  needs: {
    any: ['keywordlessTerms', 'campaignSettings'],
    called: 'las automatizaciones de las campañas',
    levels: ['campaign'],
    columns: COLUMNS,
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<never, 'campaign', Column>, context: Context): RuleResult {
  const { inventory } = snapshot
  const live = snapshot.campaigns.filter(({ status }) => status === 'ENABLED')
  const off = new Set(
    (inventory.campaignSettings ?? [])
      .filter(({ aiMaxEnabled }) => aiMaxEnabled === false)
      .map(({ campaignId }) => campaignId),
  )
  // What it brought before it was switched off does not come any more.
  const terms = Map.groupBy(
    (inventory.keywordlessTerms ?? []).filter(
      ({ source, campaignId }) => /^AI_MAX/.test(source) && !off.has(campaignId),
    ),
    ({ campaignId }) => campaignId,
  )
  const goesOn = ({ term, campaignId }: Term) =>
    !context.isNegated(term, { campaignId, adGroupId: '' })
  const slices = live.flatMap((campaign) =>
    keywordlessOf(campaign, terms.get(campaign.id) ?? [], goesOn),
  )
  const judged = blockedReason(context) ? [] : judgeSlices(slices, context)
  const automated = live.flatMap((campaign) => automatedOf(campaign, inventory))
  const findings = [
    ...wastefulSlices(judged).map((one) =>
      wasteFinding(snapshot, one, (terms.get(one.campaign.id) ?? []).filter(goesOn), context),
    ),
    ...(automated.length > 0
      ? [automationFinding(automated, context, inventory.changes !== undefined)]
      : []),
  ]
  return { findings, silence: findings.length > 0 ? null : silenceOf(inventory, context) }
}

/** Of each of both how far it was looked at. */
function silenceOf(inventory: AccountInventory, context: Context): string {
  const { campaignSettings, keywordlessTerms } = inventory
  const written = campaignSettings ? words.NOTHING_WRITTEN : words.WRITING_UNKNOWN
  const searched = keywordlessTerms
    ? (blockedReason(context) ?? words.NOTHING_DEARER)
    : words.SEARCHES_UNKNOWN
  return `${written} ${searched}`
}

/** What a negative stops by now is neither saved by switching it off nor a part of the rest. */
function keywordlessOf(
  campaign: CampaignFacts<Column>,
  terms: readonly Term[],
  goesOn: (term: Term) => boolean,
): SpendSlice[] {
  const going = terms.filter(goesOn)
  if (going.length === 0) return []
  const sums = addUp(going.map((term) => term.sums))
  const brought = addUp(terms.map((term) => term.sums))
  const all: Sums = campaign.wholeSums ?? campaign.sums
  const left = (key: Column) => Math.max(0, (all[key] ?? 0) - brought[key])
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

/** Settings changed in the last 30 days count as reviewed. */
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
  snapshot: SnapshotWith<never, 'campaign', Column>,
  one: JudgedSlice,
  terms: readonly Term[],
  context: Context,
): Finding {
  const { campaign } = one
  const byHand = snapshot.account.source === 'imported'
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
    identity: [campaign.id, 'ai-max'],
    category: 'keywords',
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: one.probability,
    claims: keywordlessClaims(snapshot, campaign.id, terms),
    acts: [`campaign:${campaign.id}:ai-max`],
    drawMonthlyNet: slicesDraw([one], context),
    kpi: 'cost',
    ...words.keywordlessTexts(context, one, terms, byHand ? [] : [operation]),
  }
}

function automationFinding(
  automated: AutomatedCampaign[],
  context: Context,
  isHistoryKnown: boolean,
): Finding {
  return setupFinding(
    {
      campaignId: null,
      part: 'texts',
      probability: THRESHOLDS.automationProbability.value,
      priority: 'low',
    },
    words.automationTexts(context, automated, isHistoryKnown),
  )
}
