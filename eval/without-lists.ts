import type { MutateOperation } from '#engine/findings/recommendation.ts'

type Fields = { keyword?: object; campaign?: string }

/** Words of a list that campaigns share as what they do: a negative in each of the campaigns. */
export function withoutLists(operations: readonly MutateOperation[]): MutateOperation[] {
  const created = (key: string) =>
    operations.flatMap((operation) => (operation[key]?.create as Fields | undefined) ?? [])
  const words = created('sharedCriterionOperation')
  const places = created('campaignSharedSetOperation')
  const rest = operations.filter((operation) => !LISTS.some((key) => key in operation))
  return [
    ...rest,
    ...words.flatMap(({ keyword }) =>
      places.map(({ campaign }) => ({
        campaignCriterionOperation: { create: { campaign, negative: true, keyword } },
      })),
    ),
  ]
}

const LISTS = ['sharedSetOperation', 'sharedCriterionOperation', 'campaignSharedSetOperation']
