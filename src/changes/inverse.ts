import { nested } from '#platform/google-ads/field-paths.ts'
import {
  BIDDING_FIELDS,
  type Image,
  type Operation,
  TARGET_FIELDS,
  type Target,
} from './operations.ts'

/**
 * The operation that takes another back, from what was there before it; null where there is none (Google
 * keeps an asset for ever, and an ad is not the same ad when made again).
 */
export function inverseOf(
  target: Target,
  before: Image | null,
  resourceName: string,
): Operation | null {
  const { key, kind, shape } = target
  if (kind === 'create') return shape.staysForEver ? null : { [key]: { remove: resourceName } }
  if (!before) return null
  if (kind === 'remove') return key === 'adGroupAdOperation' ? null : recreation(target, before)
  const isBidding = target.fields.includes('biddingStrategyType')
  const fields = isBidding
    ? [...biddingOf(before), ...target.fields.filter((path) => !BIDDING_FIELDS.includes(path))]
    : target.fields
  return {
    [key]: {
      updateMask: fields.join(','),
      update: {
        resourceName,
        ...nested(
          Object.fromEntries(fields.map((path) => [path, before[path] ?? emptyTarget(path)])),
        ),
      },
    },
  }
}

function recreation({ key, shape }: Target, before: Image): Operation {
  const isNegative = before.negative === true
  const fields = [...shape.identity, ...shape.settings].filter(
    // A bid or a final URL on a negative is refused.
    (path) => !(isNegative && shape.settings.includes(path)) && !isEmpty(before[path]),
  )
  const withStatus = shape.hasStatus && !isNegative && CAN_BE_PAUSED.has(key)
  const image = Object.fromEntries(
    [...fields, ...(withStatus ? ['status'] : [])].map((path) => [path, before[path]]),
  )
  return { [key]: { create: nested(image) } }
}

const CAN_BE_PAUSED = new Set(['adGroupCriterionOperation', 'campaignAssetOperation'])

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

/** The field that brings the former strategy back; its own targets come with it. */
function biddingOf({ biddingStrategy, biddingStrategyType }: Image): string[] {
  if (biddingStrategy) return ['biddingStrategy']
  if (biddingStrategyType === 'TARGET_SPEND') return ['targetSpend.cpcBidCeilingMicros']
  return [TARGET_FIELDS[String(biddingStrategyType)] ?? 'manualCpc.enhancedCpcEnabled']
}

/** A strategy without a target still has to be named, or the mask would name nothing. */
function emptyTarget(path: string): unknown {
  if (!BIDDING_FIELDS.includes(path) || path === 'biddingStrategy') return null
  return path === 'manualCpc.enhancedCpcEnabled' ? false : '0'
}
