import { readBudgetSpend } from '#account-data/budget-spend.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { SoldTerm } from '#account-data/sold-terms.ts'
import type { Context } from '#platform/context.ts'
import { type Card, wordsOfCard } from './card-words.ts'
import { gateFaults, placeFactsOf } from './gate.ts'
import { readKnown } from './known.ts'
import { actingNegatives, readSold, readStoredKeywords, stoppedConversions } from './negatives.ts'
import { budgetIdsOf, isBudgetShift, isKnownKind, type Target, targetOf } from './operations.ts'
import { type NegativeList, readStoredLists } from './shared-lists.ts'

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
  const asked = cards.map((card) => ({
    card,
    targets: operationsOf(card).filter(isKnownKind).map(targetOf),
  }))
  const all = asked.flatMap(({ targets }) => targets)
  const known = await readKnown(ctx, customerId, all)
  const spent = await readBudgetSpend(ctx, account, budgetIdsOf(all))
  const lists = await readStoredLists(ctx, customerId, all)
  const keywords = await readStoredKeywords(ctx, customerId, negativesOf(all, lists))
  const sold = await readSoldByWindow(ctx, customerId, asked, lists)
  return asked.map(({ card, targets }) => {
    const images = targets.map(({ resourceName: name }) => known.get(name ?? '')?.image ?? null)
    const soldThen = sold.get(windowOf(card)) ?? []
    const negatives = actingNegatives(targets, lists)
    const facts = {
      currencyCode,
      words: wordsOfCard(card),
      isShift: isBudgetShift(targets, images),
      spent,
      stoppedConversionsMicros: stoppedConversions([...negatives.values()].flat(), soldThen),
    }
    const faults = targets.flatMap((target, i) => {
      const read = { known, bases: NO_BASES, keywords, sold: soldThen, negatives }
      const place = placeFactsOf(target, images[i] ?? null, read, currencyCode)
      return gateFaults(target, facts, place).map(({ message }) => message)
    })
    return targets.length < operationsOf(card).length ? [...faults, NOT_KNOWN] : faults
  })
}

/** A card that is shown begins anew: what was changed in the week is looked at before anything is sent. */
const NO_BASES = new Map()

const NOT_KNOWN = 'Un cambio que no se sabría mostrar ni deshacer.'

const negativesOf = (targets: readonly Target[], lists: readonly NegativeList[]) =>
  [...actingNegatives(targets, lists).values()].flat()
const operationsOf = ({ evidence }: Card) => evidence.change?.operations ?? []
const windowOf = ({ evidence: { window } }: Card) => `${window.from} ${window.to}`

async function readSoldByWindow(
  ctx: Context,
  customerId: number,
  asked: readonly { card: Card; targets: readonly Target[] }[],
  lists: readonly NegativeList[],
): Promise<Map<string, SoldTerm[]>> {
  const sold = new Map<string, SoldTerm[]>()
  for (const [window, same] of Map.groupBy(asked, ({ card }) => windowOf(card))) {
    const negatives = same.flatMap(({ targets }) => negativesOf(targets, lists))
    sold.set(window, await readSold(ctx, customerId, negatives, same[0]!.card.evidence.window))
  }
  return sold
}
