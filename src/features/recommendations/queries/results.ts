import { and, desc, eq, sql } from 'drizzle-orm'
import { readGoneParts } from '#account-data/gone-parts.ts'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { EvidenceCard } from '#engine/findings/recommendation.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { roleAllows } from '#platform/session.ts'
import { type Day, dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { shownExperiment } from '../rules/experiment-state.ts'
import {
  type AppliedCard,
  asOnlySeen,
  periodOf,
  quarterOf,
  resultsOf,
  withoutAmounts,
} from '../rules/results.ts'
import type { resultsOnWire } from '../rules/results-on-wire.ts'
import { toldRule } from '../rules/rule-texts.ts'
import { secondHalfOf } from '../rules/second-half.ts'
import { readLaterSteps, turnsOf } from './later-steps.ts'

/** What was applied in a quarter, by account: each with its verdict, and what all did together. */
export async function readResults(
  ctx: CallerContext,
  asked: string | undefined,
): Promise<Parameters<typeof resultsOnWire>[0]> {
  const rows = await readApplications(ctx)
  const later = await readLaterSteps(ctx, rows)
  const byAccount = Map.groupBy(rows, ({ account }) => account.customerId)
  const goneParts = new Map<string, number>()
  for (const [customerId, own] of byAccount)
    for (const [id, part] of await readGoneParts(ctx, customerId, own)) goneParts.set(id, part)
  const cards = rows.map(({ account, ...row }) => {
    const turns = turnsOf(row, later.get(row.applicationId), account.timeZone)
    const card = cardOf(row, account, {
      today: dayInZone(ctx.clock.now(), account.timeZone),
      turns,
    })
    return { ...card, gonePart: goneParts.get(row.applicationId) }
  })
  const todays = rows.map(({ account }) => dayInZone(ctx.clock.now(), account.timeZone))
  const today = todays.sort().at(-1) ?? dayInZone(ctx.clock.now(), 'Europe/Madrid')
  const period = periodOf(asked, cards, today)
  const isShown = ({ appliedOn }: AppliedCard) =>
    period === 'todo' || quarterOf(appliedOn) === period
  const known = rows.map(({ account }, i) => ({ account, card: cards[i]! }))
  const mayEdit = roleAllows(ctx.caller, 'edit')
  const accounts = [...Map.groupBy(known, ({ account }) => account.customerId).values()].filter(
    (own) => own.some(({ card }) => isShown(card)),
  )
  return {
    period,
    periods: [...new Set(cards.map(({ appliedOn }) => quarterOf(appliedOn)))].sort().reverse(),
    accounts: accounts.map((own) => {
      const { googleCustomerId, name, timeZone, ...read } = own[0]!.account
      const today = dayInZone(ctx.clock.now(), timeZone)
      const all = own.map(({ card }) => card)
      const results = resultsOf(all.filter(isShown), today, read, all)
      return {
        customerId: googleCustomerId,
        accountName: name,
        currencyCode: read.currencyCode,
        ...results,
        rows: mayEdit ? results.rows : results.rows.map(asOnlySeen),
      }
    }),
  }
}

/** Of the card only what is shown: bodies are heavy. All of them, for what is not read would be missing in sums that say to be of everything. */
async function readApplications(ctx: CallerContext) {
  const { body } = recommendationApplications
  return await ctx.db
    .select({
      account: {
        customerId: adAccounts.customerId,
        googleCustomerId: adAccounts.googleCustomerId,
        name: adAccounts.name,
        currencyCode: adAccounts.currencyCode,
        timeZone: adAccounts.timeZone,
        connected: adAccounts.connected,
        dataTo: adAccounts.dataTo,
        fileFacts: adAccounts.fileFacts,
      },
      id: recommendationApplications.recommendationId,
      applicationId: recommendationApplications.id,
      rule: recommendationApplications.rule,
      state: recommendationApplications.state,
      stateSince: recommendationApplications.stateSince,
      undoneAt: recommendationApplications.undoneAt,
      appliedAt: recommendationApplications.appliedAt,
      measureAfter: recommendationApplications.measureAfter,
      measured: recommendationApplications.measured,
      secondState: recommendationApplications.secondState,
      secondOn: recommendationApplications.secondOn,
      secondNote: recommendationApplications.secondNote,
      applied: recommendationApplications.experiment,
      experimentState: recommendationApplications.experimentState,
      experimentNote: recommendationApplications.experimentNote,
      title: sql<string>`${body} ->> 'title'`,
      campaignId: sql<string | null>`${body} ->> 'campaignId'`,
      adGroupId: sql<string | null>`${body} ->> 'adGroupId'`,
      campaignIds: sql<string[] | null>`${body} #> '{evidence,campaignIds}'`,
      forecast: sql<EvidenceCard['forecast']>`${body} #> '{evidence,forecast}'`,
      currencyCode: sql<string>`${body} #>> '{evidence,currencyCode}'`,
    })
    .from(recommendationApplications)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendationApplications.customerId))
    .where(and(accountsOfCaller(ctx), eq(adAccounts.isManager, false)))
    .orderBy(desc(recommendationApplications.appliedAt), recommendationApplications.id)
}

type Row = Omit<Awaited<ReturnType<typeof readApplications>>[number], 'account'>

function cardOf(
  row: Row,
  account: { timeZone: string; currencyCode: string; connected: boolean },
  { today, turns }: { today: Day; turns: ReturnType<typeof turnsOf> },
): AppliedCard {
  const { campaignId, campaignIds, appliedAt, rule, currencyCode: appliedIn, ...rest } = row
  const card = {
    ...rest,
    ...turns,
    appliedIn,
    ruleTitle: toldRule(rule).ruleTitle,
    campaignIds: campaignIds ?? (campaignId ? [campaignId] : []),
    appliedOn: dayInZone(appliedAt, account.timeZone),
    // Only measure-applications writes it.
    measured: row.measured as Measured | null,
    second: secondHalfOf(row, account, today),
    experiment: shownExperiment({ ...row, experiment: row.applied }),
  }
  return appliedIn === account.currencyCode ? card : withoutAmounts(card)
}
