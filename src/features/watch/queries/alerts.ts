import { and, asc, desc, eq, ne, type SQL } from 'drizzle-orm'
import { countOpenAlerts, isOpenAlert } from '#account-data/open-alerts.ts'
import { accountsOfCaller, ownedAccount } from '#account-data/owned-account.ts'
import type { Alert } from '#engine/watch/alert.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { accountAlerts } from '#platform/db/schema/watch.ts'
import type { LetterItem } from '#platform/mail/letter.ts'
import { AppError } from '#shared/app-error.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import {
  alertParts,
  alertSummary,
  alertTitle,
  alertTone,
  changeText,
  knownToText,
  METRIC_TITLES,
  mainCause,
} from '../rules/alert-text.ts'
import { budgetText } from '../rules/budget-text.ts'
import { firstDay } from '../rules/odd-figure.ts'
import { campaignNames, namesOf } from './campaign-names.ts'
import { changesAround } from './changes-around.ts'
import { editsBefore } from './edits-before.ts'
import { ownChanges } from './own-changes.ts'
import type { BudgetAlert } from './pace.ts'

/** More are not read on one morning; the surest come first. */
const MOST_ALERTS = 60

/** Of all accounts of the caller, or of one. */
export async function listAlerts(ctx: CallerContext, { customerId }: { customerId?: string }) {
  const account = customerId ? await ownedAccount(ctx, customerId) : null
  const ofAccount = account ? eq(accountAlerts.customerId, account.customerId) : undefined
  const asked = and(accountsOfCaller(ctx), ofAccount)
  const rows = await openAlerts(ctx, asked)
  return {
    alerts: rows.filter((row) => !isBudget(row)).map(toRow),
    pace: rows.filter(isBudget).map(toPaceRow),
    more: rows.length < MOST_ALERTS ? 0 : (await countOpenAlerts(ctx, asked)) - rows.length,
  }
}

const isBudget = ({ alert }: { alert: { metric: string } }) => alert.metric === 'budget'

/** Those that last and were not put away. Budgets are no less sure than figures, so neither crowds the other out. */
export async function openAlerts(ctx: Context, asked: SQL | undefined) {
  const odd = await readOpen(ctx, and(asked, ne(accountAlerts.metric, 'budget')))
  const budgets = await readOpen(ctx, and(asked, eq(accountAlerts.metric, 'budget')))
  const rows = [...odd, ...budgets].toSorted((a, b) => b.alert.score - a.alert.score)
  const figures = odd.map(({ alert }) => figureOf(alert))
  const names = await campaignNames(ctx, figures)
  const own = await ownChanges(ctx, figures)
  const edited = await editsBefore(ctx, figures)
  return rows.map((row) => {
    const figure = !isBudget(row) && figureOf(row.alert)
    return {
      ...row,
      knownTo: knownTo(ctx, row),
      nameOf: namesOf(names, row.account.customerId),
      changed: figure ? own(figure) || edited(figure) : '',
    }
  })
}

/** 'Según datos hasta el 17 nov'; '' where yesterday is known. */
function knownTo(ctx: Context, { alert, account }: Awaited<ReturnType<typeof readOpen>>[number]) {
  const last = isBudget({ alert }) ? addDays((alert.body as BudgetAlert).today, -1) : alert.endsOn
  return last < addDays(dayInZone(ctx.clock.now(), account.timeZone), -1) ? knownToText(last) : ''
}

async function readOpen(ctx: Context, asked: SQL | undefined) {
  return await ctx.db
    .select({ alert: accountAlerts, account: adAccounts, campaignName: campaigns.name })
    .from(accountAlerts)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountAlerts.customerId))
    .leftJoin(
      campaigns,
      and(
        eq(campaigns.customerId, accountAlerts.customerId),
        eq(campaigns.campaignId, accountAlerts.campaignId),
      ),
    )
    .where(and(asked, isOpenAlert(ctx.clock.now())))
    .orderBy(desc(accountAlerts.score), asc(accountAlerts.id))
    .limit(MOST_ALERTS)
}

const figureOf = (row: typeof accountAlerts.$inferSelect) => ({
  customerId: row.customerId,
  alert: bodyOf(row),
})

type OpenAlert = Awaited<ReturnType<typeof openAlerts>>[number]

function toRow({ alert: row, account, campaignName, nameOf, changed, knownTo }: OpenAlert) {
  const alert = bodyOf(row)
  return {
    id: row.id,
    title: alertTitle(alert),
    cause: joined([changed, mainCause(alert, nameOf), knownTo]),
    tone: alertTone(alert),
    metric: alert.metric,
    customerId: account.googleCustomerId,
    accountName: account.name,
    currencyCode: account.currencyCode,
    campaignId: alert.campaignId,
    campaignName,
    from: alert.from,
    since: firstDay(alert),
    to: alert.to,
    seen: alert.seen,
    expected: alert.expected,
    low: alert.low,
    high: alert.high,
    trend: alert.trend,
  }
}

function toPaceRow({ alert, account, campaignName, knownTo }: OpenAlert) {
  return {
    id: alert.id,
    customerId: account.googleCustomerId,
    accountName: account.name,
    campaignId: alert.campaignId === null ? null : String(alert.campaignId),
    campaignName,
    title: joined([budgetText(alert.body as BudgetAlert, account.currencyCode), knownTo]),
  }
}

/** With its place and its main cause: for mails. */
export function alertItem(row: OpenAlert): LetterItem {
  const { alert, account, campaignName, nameOf, changed, knownTo } = row
  const place = `${account.name}${campaignName ? `, «${campaignName}»` : ''}`
  if (alert.metric === 'budget')
    return {
      text: budgetText(alert.body as BudgetAlert, account.currencyCode),
      detail: joined([place, knownTo]),
    }
  const body = bodyOf(alert)
  return {
    text: alertTitle(body),
    detail: joined([place, changed, mainCause(body, nameOf), knownTo]),
  }
}

const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('. ')

/** One with what it is made of. Throws not_found, for a stranger's as well. */
export async function getAlert(ctx: CallerContext, id: string) {
  const [found] = await ctx.db
    .select({ row: accountAlerts, account: adAccounts })
    .from(accountAlerts)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountAlerts.customerId))
    .where(and(eq(accountAlerts.id, id), accountsOfCaller(ctx)))
  if (!found || found.row.metric === 'budget')
    throw new AppError('not_found', 'No existe ese aviso.')
  const alert = bodyOf(found.row)
  const { customerId, currencyCode } = found.account
  const nameOf = namesOf(await campaignNames(ctx, [figureOf(found.row)]), customerId)
  return {
    change: changeText(alert),
    summary: alertSummary(alert, currencyCode),
    parts: alertParts(alert, nameOf),
    besides: alert.besides.map((one) => `${METRIC_TITLES[one.metric]} ${changeText(one)}`),
    ...(await changesAround(ctx, found.account, alert)),
  }
}

/** Only `watchAccount` writes bodies, and it writes the engine's own type. */
const bodyOf = ({ body }: typeof accountAlerts.$inferSelect) => body as Alert
