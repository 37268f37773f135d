import { readBudgetSpend } from '#account-data/budget-spend.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { SoldTerm } from '#account-data/sold-terms.ts'
import type { Context } from '#platform/context.ts'
import type { Card } from './card-words.ts'
import { faultsOf } from './gate.ts'
import { readKnown } from './known.ts'
import { actingNegatives, type Negative, readSold, readStoredKeywords } from './negatives.ts'
import { budgetIdsOf, shapeOf, targetOf } from './operations.ts'
import { listNamesIn, readStoredLists, reuseLists } from './shared-lists.ts'

/**
 * Spanish, for each card why its operations must not be shown; none: they may. Held against what the last sync stored,
 * read once for all cards. The same is looked at again, with Google's values of that moment, before anything is sent
 * (plan-steps.ts).
 */
export async function faultsOfCards(
  ctx: Context,
  account: Account,
  cards: readonly Card[],
): Promise<string[][]> {
  const { customerId, currencyCode } = account
  const known = cards.map((card) => operationsOf(card).filter(shapeOf))
  const lists = await readStoredLists(ctx, customerId, listNamesIn(known.flat()))
  const asked = cards.map((card, i) => {
    const targets = reuseLists(known[i]!, lists).map(targetOf)
    const isKnown = known[i]!.length === operationsOf(card).length
    return { card, isKnown, targets, negatives: actingNegatives(targets, lists) }
  })
  const all = asked.flatMap(({ targets }) => targets)
  const negatives = asked.flatMap((one) => one.negatives.flat())
  const common = {
    currencyCode,
    bases: NO_BASES,
    known: await readKnown(ctx, customerId, all),
    spent: await readBudgetSpend(ctx, account, budgetIdsOf(all)),
    keywords: await readStoredKeywords(ctx, customerId, negatives),
  }
  const sold = await readSoldByWindow(ctx, customerId, asked)
  return asked.map(({ card, isKnown, targets, negatives }) => {
    const images = targets.map(
      ({ resourceName: name }) => common.known.get(name ?? '')?.image ?? null,
    )
    const facts = { ...common, card, negatives, sold: sold.get(windowOf(card)) ?? [] }
    const faults = faultsOf(targets, images, facts).flat()
    return [...faults.map(({ message }) => message), ...(isKnown ? [] : [NOT_KNOWN])]
  })
}

/** A card that is shown begins anew: what was changed in the week is looked at before anything is sent. */
const NO_BASES = new Map()

const NOT_KNOWN = 'Un cambio que no se sabría mostrar ni deshacer.'

const operationsOf = ({ evidence }: Card) => evidence.change?.operations ?? []
const windowOf = ({ evidence: { window } }: Card) => `${window.from} ${window.to}`

async function readSoldByWindow(
  ctx: Context,
  customerId: number,
  asked: readonly { card: Card; negatives: readonly Negative[][] }[],
): Promise<Map<string, SoldTerm[]>> {
  const sold = new Map<string, SoldTerm[]>()
  for (const [window, same] of Map.groupBy(asked, ({ card }) => windowOf(card))) {
    const negatives = same.flatMap((one) => one.negatives.flat())
    sold.set(window, await readSold(ctx, customerId, negatives, same[0]!.card.evidence.window))
  }
  return sold
}
