import type { MutateFailure } from '../../account-source.ts'
import type { AccountState } from '../structure.ts'

/** What `change_event` tells about an operation. Resources are in the wire's JSON. */
export type ChangeInfo = {
  resourceType: string
  operation: 'CREATE' | 'UPDATE' | 'REMOVE'
  resourceName: string
  changedFields: string[]
  oldResource: object
  newResource: object
  campaignId?: number
  adGroupId?: number
}

/** A checked operation: nothing has changed until `apply`. */
export type Prepared = { resourceName: string; info?: ChangeInfo; apply: () => void }

export type Json = { [key: string]: unknown }
/** `at`: `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export type Scope = {
  state: AccountState
  prefix: string
  path: string[]
  at: string
  /** The request may be made in parts. */
  inParts: boolean
}
export type Operation = { create?: Json; update?: Json; remove?: string; updateMask?: string }

/** Thrown by the checks below; becomes the operation's failure. */
export class Refused extends Error {
  failure: MutateFailure
  constructor(
    category: string,
    code: string,
    message: string,
    fieldPath: string[],
    trigger?: string,
  ) {
    super(message)
    this.failure = {
      code: { [category]: code },
      message,
      fieldPath,
      ...(trigger !== undefined && { trigger }),
    }
  }
}

function notFound(scope: Scope, name: string): Refused {
  return new Refused(
    'mutateError',
    'RESOURCE_NOT_FOUND',
    'Resource was not found.',
    scope.path,
    name,
  )
}

export function required(scope: Scope, field: string): Refused {
  return new Refused('fieldError', 'REQUIRED', 'The required field was not present.', [
    ...scope.path,
    field,
  ])
}

export function alreadyExists(scope: Scope, trigger: string): Refused {
  return new Refused(
    'mutateError',
    'RESOURCE_ALREADY_EXISTS',
    'Resource already exists.',
    scope.path,
    trigger,
  )
}

/** The last part of `customers/C/collection/ID`; ids may be `parent~id`. */
export function idPart(scope: Scope, name: unknown, collection: string): string {
  const text = String(name ?? '')
  const start = `${scope.prefix}/${collection}/`
  if (!text.startsWith(start)) throw notFound(scope, text)
  return text.slice(start.length)
}

export function find<K, T>(scope: Scope, map: ReadonlyMap<K, T>, key: K, name: unknown): T {
  const found = map.get(key)
  if (!found) throw notFound(scope, String(name))
  return found
}

/** @throws Refused unless the amount is a non-negative multiple of the billable unit (10,000 micros). */
export function money(value: unknown, fail: (code: 'negative' | 'fraction') => Refused): number {
  const micros = Number(value)
  if (!Number.isSafeInteger(micros) || micros < 0) throw fail('negative')
  if (micros % 10_000 !== 0) throw fail('fraction')
  return micros
}

export function bidMicros(scope: Scope, field: string, value: unknown): number {
  return money(value, (kind) =>
    kind === 'negative'
      ? new Refused('biddingError', 'INVALID_BID', 'The bid is invalid.', [...scope.path, field])
      : new Refused(
          'biddingError',
          'BID_TOO_MANY_FRACTIONAL_DIGITS',
          'Bid has too many fractional digit precision.',
          [...scope.path, field],
          String(value),
        ),
  )
}

/** 0.1…10, or 0 to exclude (devices). */
export function bidModifier(scope: Scope, value: unknown): number {
  const modifier = Number(value)
  if (modifier === 0 || (modifier >= 0.1 && modifier <= 10)) return modifier
  const code = modifier > 10 ? 'TOO_HIGH' : 'TOO_LOW'
  throw new Refused(
    'rangeError',
    code,
    'A bid modifier must be 0 or between 0.1 and 10.',
    [...scope.path, 'bid_modifier'],
    String(value),
  )
}

export function oneOf<T extends string>(
  scope: Scope,
  field: string,
  value: unknown,
  allowed: readonly T[],
): T {
  if (allowed.includes(value as T)) return value as T
  throw new Refused(
    'enumError',
    'ENUM_VALUE_NOT_PERMITTED',
    'Enum value is not permitted.',
    [...scope.path, field],
    String(value),
  )
}

/** How one path of an update mask is read for the change log and checked and written. */
export type Field = { old: unknown; check: (value: unknown) => () => void }

/** An update by mask; the entity's `fields` are keyed by camelCase path. */
export function update(
  operation: Operation,
  target: Omit<ChangeInfo, 'operation' | 'changedFields' | 'oldResource' | 'newResource'> & {
    wire: string
  },
  fields: Record<string, Field>,
): Prepared {
  const mask = (operation.updateMask ?? '').split(',').map(camelPath).filter(Boolean)
  if (mask.length === 0)
    throw new Refused(
      'fieldMaskError',
      'FIELD_MASK_MISSING',
      'The field mask must be provided for update operations.',
      ['update_mask'],
    )
  const oldResource: Json = {}
  const newResource: Json = {}
  const writes = mask.map((path) => {
    const field = fields[path]
    if (!field)
      throw new Refused(
        'fieldMaskError',
        'FIELD_NOT_FOUND',
        'The field mask path is unknown or cannot be changed.',
        ['update_mask'],
        path,
      )
    const value = valueAt(operation.update ?? {}, path)
    put(oldResource, path, printed(field.old))
    put(newResource, path, printed(value))
    return field.check(value)
  })
  const { wire, ...info } = target
  return {
    resourceName: target.resourceName,
    info: {
      ...info,
      operation: 'UPDATE',
      changedFields: mask,
      oldResource: { [wire]: oldResource },
      newResource: { [wire]: newResource },
    },
    apply: () => {
      for (const write of writes) write()
    },
  }
}

function camelPath(path: string): string {
  return path.trim().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function valueAt(json: Json, path: string): unknown {
  return path.split('.').reduce<unknown>((node, key) => (node as Json | undefined)?.[key], json)
}

function put(json: Json, path: string, value: unknown): void {
  const keys = path.split('.')
  let node = json
  for (const key of keys.slice(0, -1)) {
    node[key] ??= {}
    node = node[key] as Json
  }
  if (value !== undefined) node[keys.at(-1) as string] = value
}

/** Money in the change log is int64, so a string; small numbers (modifiers, ROAS) stay numbers. */
function printed(value: unknown): unknown {
  return typeof value === 'number' && Number.isInteger(value) && value >= 10_000
    ? String(value)
    : value
}

export const EDITABLE_STATUS = ['ENABLED', 'PAUSED'] as const
