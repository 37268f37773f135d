import type { MutateOperation } from './recommendation.ts'

/** As it is called in Google Ads; the same one is used every time. */
export const WASTE_LIST = 'Palabras que solo gastan'

/** Words that several campaigns exclude through one list of the account. */
export type SharedNegatives = {
  /** One that the account has, by its id; or a new one, unless there is one of that name by then. */
  list: { id: string } | { name: string }
  words: readonly { text: string; matchType: 'EXACT' | 'PHRASE' | 'BROAD' }[]
  /** Those that are to use it; what they use already is left out when it is made. */
  campaignIds: readonly string[]
}

/** One change at Google, made whole or not at all: the list, its words, the campaigns that use it. */
export function sharedNegativeOperations({
  list,
  words,
  campaignIds,
}: SharedNegatives): MutateOperation[] {
  const account = 'customers/{customerId}'
  const sharedSet = `${account}/sharedSets/${'id' in list ? list.id : '-1'}`
  const made = (name: string): MutateOperation => ({
    sharedSetOperation: { create: { resourceName: sharedSet, name, type: 'NEGATIVE_KEYWORDS' } },
  })
  return [
    ...('name' in list ? [made(list.name)] : []),
    ...words.map(({ text, matchType }) => ({
      sharedCriterionOperation: { create: { sharedSet, keyword: { text, matchType } } },
    })),
    ...campaignIds.map((id) => ({
      campaignSharedSetOperation: { create: { campaign: `${account}/campaigns/${id}`, sharedSet } },
    })),
  ]
}

/** Of several such changes taken together: all words, then all campaigns, as one reads them. */
export function wordsFirst(operations: readonly MutateOperation[]): MutateOperation[] {
  const isUse = (operation: MutateOperation) => 'campaignSharedSetOperation' in operation
  return [...operations.filter((one) => !isUse(one)), ...operations.filter(isUse)]
}
