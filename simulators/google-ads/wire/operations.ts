/** `adGroupCriteria` → `adGroupCriterionOperation`: a resource's own endpoint as an operation of `googleAds:mutate`. */
export function operationKeyOf(collection: string): string {
  return `${singular(collection)}Operation`
}

/** `adGroupCriterionOperation` → `ad_group_criterion_operation`. */
export function snakeCase(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function singular(collection: string): string {
  if (collection.endsWith('Criteria')) return collection.replace(/Criteria$/, 'Criterion')
  if (collection.endsWith('ies')) return collection.replace(/ies$/, 'y')
  return collection.replace(/s$/, '')
}

/** Replaces `customers/1/sharedSets/-1` by the name the created resource got, wherever it stands. */
export function withRealNames(operation: unknown, realNames: ReadonlyMap<string, string>): unknown {
  if (realNames.size === 0) return operation
  if (typeof operation === 'string') return realNames.get(operation) ?? operation
  if (Array.isArray(operation)) return operation.map((item) => withRealNames(item, realNames))
  if (typeof operation !== 'object' || operation === null) return operation
  return Object.fromEntries(
    Object.entries(operation).map(([key, value]) => [key, withRealNames(value, realNames)]),
  )
}

/** The temporary name a create asks for, e.g. `customers/1/sharedSets/-1`. */
export function temporaryName(operation: unknown): string | undefined {
  const [body] = Object.values(operation as object)
  const name: unknown = body?.create?.resourceName
  return typeof name === 'string' && /\/-\d+(~|$)/.test(name) ? name : undefined
}
