/**
 * The border between the wire (GAQL, HTTP, OAuth) and the world (accounts that behave).
 * The world speaks in flat rows keyed by GAQL field names; the wire filters, groups, sorts and prints them.
 */

/** bigint prints as an int64 string, number as a JSON number, undefined is omitted. */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | readonly unknown[]
  | object
  | undefined
/** Fields of attributed resources may be inherited (prototype chain): read by name, do not enumerate or spread. */
export type FieldRow = Record<string, FieldValue>

/** Sums that can be added over days and entities. Ratios (ctr, impression share …) are the wire's to derive. */
export type Measures = {
  impressions: number
  clicks: number
  costMicros: number
  conversions: number
  conversionsValue: number
  allConversions: number
  /** Impressions the entity could have had on Search; 0 where impression share does not exist. */
  eligibleImpressions: number
  lostToBudgetImpressions: number
  lostToRankImpressions: number
  topImpressions: number
  absoluteTopImpressions: number
  exactMatchEligibleImpressions: number
}

/**
 * Non-additive metrics (e.g. 'metrics.historical_quality_score') stand in `fields` under their GAQL name. `entity`: the object that rows
 * of an entity share from day to day, where all of `fields` but segments and metrics is inherited from it.
 */
export type FactRow = { fields: FieldRow; measures: Measures; entity?: FieldRow }

export type FactsWanted = {
  /** Inclusive days in the account's time zone. */
  from: string
  to: string
  /** Segment fields used anywhere in the query, e.g. 'segments.device'; rows need not be split by others. */
  segments: ReadonlySet<string>
  /** The present instant: decides which conversions have been reported already (conversion lag). */
  now: Date
}

export type MutateFailure = {
  code: Record<string, string>
  message: string
  trigger?: string
  /** Below `mutate_operations[i]`, e.g. ['campaign_budget_operation','update','amount_micros']. */
  fieldPath: string[]
}

export type MutateOutcome =
  | { ok: true; resultKey: string; resourceName: string }
  | { ok: false; failure: MutateFailure }

export type AccountSource = {
  customerId: string
  descriptiveName: string
  currencyCode: string
  timeZone: string
  manager: boolean
  testAccount: boolean
  status: 'ENABLED' | 'CANCELED' | 'SUSPENDED'
  /** Direct children (managers only). */
  childIds: readonly string[]
  /** One row per entity, removed ones included, attributed resources (campaign.*, customer.* …) merged in. No metrics. */
  entities(resource: string, now: Date): Iterable<FieldRow>
  /** Rows with traffic only, lazily, ordered by day. Fields as in `entities` plus 'segments.date' and the wanted segments. */
  facts(resource: string, wanted: FactsWanted): Iterable<FactRow>
  /** One operation of `googleAds:mutate` as parsed JSON. With `validateOnly` nothing changes. Takes effect the day after `now` in metrics, at once in `entities`. */
  mutate(
    operation: unknown,
    options: {
      validateOnly: boolean
      now: Date
      clientType: string
      userEmail: string
      /** Of a request that may be made in parts. */
      partialFailure?: boolean
    },
  ): MutateOutcome
}

/** A Google identity that can sign in on the consent page. */
export type GoogleUser = { email: string; name: string; customerIds: readonly string[] }

/**
 * What `createWorld` answers. The wire makes `customer_client` and `customer_manager_link` from `childIds` itself;
 * it takes a snapshot with `exportState` before a mutate and puts it back with `importState` when one
 * operation fails or `validateOnly` is set, so `importState` replaces everything mutations changed.
 * Recommendations reach `mutate` as `{applyRecommendationOperation: {resourceName, …}}` and
 * `{dismissRecommendationOperation: {resourceName}}`.
 */
export type World = {
  users: readonly GoogleUser[]
  account(customerId: string): AccountSource | undefined
  exportState(): unknown
  importState(state: unknown): void
}
